// How the page is built, served in development and tested.
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// What every page is made of comes in one piece: on a slow line each file costs a way there and back.
const FRAME = [
  "/page/frame.json",
  ...[
    "api",
    "app",
    "i18n",
    "theme",
    "ui",
    "features/Path",
    "features/FeatureIntro",
    "charts/Figure",
  ].map((part) => `/src/${part}`),
  ...["react", "react-dom", "scheduler", "wouter", "openapi-fetch"].map(
    (library) => `/node_modules/${library}/`,
  ),
];
const HEAVY = ["/ui/Markdown", "/ui/VirtualList", "/ui/lines/"];
// The sentences of the page stand beside those of the server.
const catalogue = fileURLToPath(new URL("../../packages/core/catalogue", import.meta.url));
const api = process.env.PARLEY_API ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@catalogue": catalogue } },
  json: { namedExports: false },
  server: { proxy: { "/api": api, "/healthz": api }, fs: { allow: [".", catalogue] } },
  build: {
    target: "es2023",
    manifest: true,
    // The API's content policy allows no inline code, so nothing may be folded into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: "frame", test: isFrame }] },
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    // No module here keeps state, so one browser can serve all test files: 8 s instead of 20.
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ["src/testing/setup.ts"],
  },
});

function isFrame(file: string): boolean {
  return FRAME.some((part) => file.includes(part)) && !HEAVY.some((part) => file.includes(part));
}
