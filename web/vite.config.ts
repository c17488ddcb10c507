import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vite";

// Only the icons that are named in src/cards/icons.json come into the page: the inside of each drawing, by name.
function icons(): Plugin {
  const id = "virtual:icons";
  return {
    name: "icons",
    resolveId: (asked) => (asked === id ? "\0" + id : undefined),
    load(asked) {
      if (asked !== "\0" + id) return undefined;
      const names = JSON.parse(readFileSync(new URL("src/cards/icons.json", import.meta.url), "utf8")) as string[];
      const inside = names.map((name) => {
        const file = new URL(`node_modules/lucide-static/icons/${name}.svg`, import.meta.url);
        const drawn = readFileSync(file, "utf8").replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ");
        return [name, drawn.replace(/^.*?<svg[^>]*>/, "").replace("</svg>", "").replace(/> </g, "><").trim()];
      });
      return `export default ${JSON.stringify(Object.fromEntries(inside))};`;
    },
  };
}

export default defineConfig({
  plugins: [icons(), svelte()],
  build: {
    outDir: "../src/techdeck/server/static", emptyOutDir: true, assetsInlineLimit: 0,
    // What every visitor needs is one file: on a phone each file more costs as much as many kilobytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8484", ws: true } } },
  preview: { proxy: { "/api": { target: "http://127.0.0.1:8484", ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
});
