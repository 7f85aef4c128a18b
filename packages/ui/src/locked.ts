import { createContext } from "react";

/** Around a form that is on its way: its fields keep the focus and take nothing, for what came into them then would be lost with the form. */
export const Locked = createContext(false);
