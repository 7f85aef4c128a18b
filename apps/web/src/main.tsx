import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { fetchCodeAhead, keepStudioWithoutCode } from "./lib/code-ahead.ts";
import { guardAgainstDrops } from "./lib/drop-guard.ts";
import "./styles.css";

guardAgainstDrops(window);
keepStudioWithoutCode(globalThis);
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
void fetchCodeAhead();
