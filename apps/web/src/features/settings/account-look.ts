/** An administrator is marked in red; any other role is shown as it is. */
export function roleLook(role: string | undefined): { readonly label: string; readonly isAdmin: boolean; readonly colour: string } {
  const isAdmin = role === "admin";
  return { label: role === undefined || role === "" ? "User" : role, isAdmin, colour: isAdmin ? "text-bad" : "text-dim" };
}

export const statusColour = (status: string | undefined): string =>
  status === "approved" ? "text-good" : status === "pending" ? "text-warn" : "text-bad";
