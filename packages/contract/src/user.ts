import { z } from "zod";
import { userId } from "./ids.ts";
import { NEW_PASSWORD_MIN_CHARS, REGISTER_PASSWORD_MIN_CHARS } from "./limits.ts";

export const userStatus = z.enum(["pending", "approved", "rejected"]);
export type UserStatus = z.infer<typeof userStatus>;

export const user = z.object({
  id: userId,
  email: z.string(),
  /** "admin", or any other value; new accounts are "staff". */
  role: z.string(),
  status: userStatus,
  createdAt: z.string(),
  approvedAt: z.string().nullable(),
});
export type User = z.infer<typeof user>;

const email = z.string({ error: "Invalid email address" }).trim().max(254, "Invalid email address").pipe(z.email("Invalid email address"));

export const loginInput = z.object({
  email,
  password: z.string({ error: "Password is required" }).min(1, "Password is required").max(1024, "Password is too long"),
});
export const loginOutput = z.object({ token: z.string(), user });

export const registerInput = z.object({
  email,
  password: z
    .string({ error: "Password must be at least 8 characters" })
    .min(REGISTER_PASSWORD_MIN_CHARS, "Password must be at least 8 characters")
    .max(1024, "Password is too long"),
});
export const messageOutput = z.object({ message: z.string() });

/** The form adds what the server never sees. */
export const registerForm = registerInput
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ["confirmPassword"], message: "Passwords don't match" });

export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: "Current password is required" })
    .min(1, "Current password is required")
    .max(1024, "Password is too long"),
  newPassword: z
    .string({ error: "Password must be at least 6 characters" })
    .min(NEW_PASSWORD_MIN_CHARS, "Password must be at least 6 characters")
    .max(1024, "Password is too long"),
});

export const statusInput = z.object({
  status: z.enum(["pending", "approved", "rejected"], { error: "Status must be pending, approved or rejected" }),
});

/** Why a session ended, where it was not signed out of. */
export const sessionEnd = z.enum(["rejected", "pending", "deleted", "password-changed", "password-reset", "elsewhere", "expired"]);
export type SessionEnd = z.infer<typeof sessionEnd>;

const newPassword = registerInput.shape.password;
export const requestResetInput = z.object({ email });
export const resetPasswordInput = z.object({ token: z.string().min(1).max(200), newPassword });
/** A link is the studio's own address with this behind it. */
export const resetLinkOutput = z.object({ path: z.string(), expiresAt: z.string() });

export const userOutput = z.object({ user });
export const usersOutput = z.object({ users: z.array(user) });
export const mailConfiguredOutput = z.object({ mailConfigured: z.boolean() });
