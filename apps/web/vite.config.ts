import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The host header stays as the browser sent it: the server compares it with Origin.
const studio = { target: `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`, changeOrigin: false };

export default defineConfig({
  plugins: [tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }), react(), tailwindcss()],
  build: {
    outDir: "dist",
    target: "es2022",
    // An inlined file would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": studio, "/trpc": studio, "/scene": studio } },
});
