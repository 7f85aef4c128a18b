import { zodResolver } from "@hookform/resolvers/zod";
import { loginInput, registerForm } from "@nightjar/contract";

export const loginRules = zodResolver(loginInput);
export const registerRules = zodResolver(registerForm);
