import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { ahead } from './scripts/ahead.ts';
import { chunkGroups } from './scripts/chunks.ts';
import { codeFiles } from './scripts/codeFiles.ts';
import { compiledEarly } from './scripts/compiledEarly.ts';
import { compressed } from './scripts/compressed.ts';
import { messages } from './scripts/messages.ts';
import { plainLetters } from './scripts/plainLetters.ts';

const { PORT = '4180', API_PORT = '4181' } = process.env;
/** The request keeps its Host header, by which the server recognizes its own pages. */
const server = { target: `http://localhost:${API_PORT}`, changeOrigin: false };

/** A build uses the compiled texts; the development server compiles them as they change. */
const watchedMessages = [paraglideVitePlugin(messages)].flat().map((plugin): Plugin => ({ ...plugin, apply: 'serve' }));

/** The package would start a worker from a blob, which the page's policy forbids; a workbook is written in a worker already. */
const zipInPlace: Plugin = {
  name: 'zip-in-place',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^\.\.\/zip\/zipToArrayBuffer\.js$/,
          replacement: fileURLToPath(new URL('src/services/workbook/zip.ts', import.meta.url)),
        },
      ],
    },
  }),
};

/** The router's package always resolves to its development build, and does not mark its unused components as removable. */
const routerForPeople: Plugin = {
  name: 'router-for-people',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production/ },
    handler: (code) =>
      code.replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1').replace(/^\w+\.displayName = .*;$/gm, ''),
  },
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: 'react-router/dist/production/index.mjs' },
        { find: /^react-router\/dom$/, replacement: 'react-router/dist/production/dom-export.mjs' },
      ].map(({ find, replacement }) => ({
        find,
        replacement: fileURLToPath(new URL(`node_modules/${replacement}`, import.meta.url)),
      })),
    },
  }),
};

/** The page is painted before its stylesheet has loaded: a stylesheet in the head would delay the first paint. */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? [];
      return sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html).replace(/\s*<\/body>/, (end) => sheets.join('') + end);
    },
  },
};

/** The packages that use this hook bring a shim for versions of React without it. */
const storeOfReact = { find: /^use-sync-external-store\/shim$/, replacement: 'react' };

export default defineConfig({
  resolve: { alias: [storeOfReact] },
  plugins: [react(), watchedMessages, zipInPlace, routerForPeople, paintFirst, ahead, codeFiles, compiledEarly, plainLetters, compressed],
  // Only browsers that support light-dark(): rewritten for older ones, colours would follow only the system's setting.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: { port: Number(PORT), strictPort: true, proxy: { '/api': server, '/healthz': server, '/v1': { ...server, ws: true } } },
});
