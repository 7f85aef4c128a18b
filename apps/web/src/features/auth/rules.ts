import { zodResolver } from "@hookform/resolvers/zod";
import { changePasswordInput, loginInput, registerForm, requestResetInput, resetPasswordInput } from "@nightjar/contract";
import { z } from "zod";

const newPasswordForm = resetPasswordInput
  .pick({ newPassword: true })
  .extend({ confirmPassword: z.string() })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], message: "Passwords don't match" });

const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string().min(1, "Please confirm your password") })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], message: "Passwords don't match" });

export const loginRules = zodResolver(loginInput);
export const registerRules = zodResolver(registerForm);
export const askRules = zodResolver(requestResetInput);
export const changePasswordRules = zodResolver(changePasswordForm);
export const newPasswordRules = zodResolver(newPasswordForm);
