// Prints what the first page costs in gzipped script, and fails when it is over the budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 200;

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const home = ["index.html", "src/features/home/HomePage.tsx"];

const files = new Set(["theme-init.js"]);
for (const entry of home) collect(entry);

function collect(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const dependency of chunk.imports ?? []) collect(dependency);
}

const bytes = [...files].reduce(
  (sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length,
  0,
);
console.log(
  `first load: ${(bytes / 1000).toFixed(1)} kB of gzipped script in ${files.size} files (budget ${BUDGET_KB} kB)`,
);
process.exitCode = bytes > BUDGET_KB * 1000 ? 1 : 0;
