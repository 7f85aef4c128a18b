import { createContext } from "react";

/** Whether somebody has deleted the stream that something is typed of: it is there to be read, and can be saved nowhere. */
export const Deleted = createContext(false);
