import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunk-groups.ts";
import { firstScreens } from "./build/first-screens.ts";

// The host header stays as the browser sent it: the server compares it with Origin.
const studio = { target: `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`, changeOrigin: false };

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // What reads a screen's data comes with the screen, not with the first file of every screen.
      codeSplittingOptions: { defaultBehavior: [["component", "loader"], ["errorComponent"], ["notFoundComponent"]] },
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    firstScreens(),
  ],
  build: {
    outDir: "dist",
    target: "es2022",
    // An inlined file would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { "/api": studio, "/trpc": studio, "/scene": studio } },
});
