import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite';
import { messages } from './scripts/messages.ts';

const { PORT = '4180', API_PORT = '4181' } = process.env;
const server = `http://localhost:${API_PORT}`;

/** A build finds the texts compiled; while one works on them, they are compiled as they change. */
const watchedMessages = [paraglideVitePlugin(messages)].flat().map((plugin): Plugin => ({ ...plugin, apply: 'serve' }));

/** What packages offer bundlers is not the smallest they have, or does more than it should. */
const smallest: Plugin = {
  name: 'smallest',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        // React has it itself since 18.
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
        { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
        {
          find: /^\.\.\/zip\/zipToArrayBuffer\.js$/,
          replacement: fileURLToPath(new URL('src/services/workbook/zip.ts', import.meta.url)),
        },
        { find: /^react-router$/, replacement: fileURLToPath(import.meta.resolve('react-router')).replace('development', 'production') },
      ],
    },
  }),
};

/** The statement a transition carries out is for tests and the inspector, not for users to load. */
const withoutSpecs: Plugin = {
  name: 'without-specs',
  apply: 'build',
  transform: {
    filter: { id: /src\/machines\/.*\.ts$/ },
    handler(code, id) {
      const metas: { readonly start: number; readonly end: number }[] = [];
      const { program } = parseSync(id, code);
      new Visitor({
        Property({ key, value }) {
          if (key.type === 'Identifier' && key.name === 'meta') metas.push(value);
        },
      }).visit(program);
      return metas.reduceRight((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code);
    },
  },
};

/** What several screens need that an open list does not. */
const ELSEWHERE =
  /ui\/(Dialog|Select|DateField|Popup|calendar)|react\/(dialog|select|popover)\/|domain\/act\.|internals\/(labelable|resolveValue|itemEq|field)|ItemIndicator|scrollEdges|views\/(projects|project|public|menus|changing|NameDialog)|contract\/fields|messages\/(projects|invite|role|team|date)_/;

export default defineConfig({
  plugins: [react(), watchedMessages, smallest, withoutSpecs],
  // Browsers that know light-dark() themselves: rewritten for older ones, colours would follow the system alone.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What the first screen needs travels in one file, and what most others share in another: they compress better than a dozen.
    rolldownOptions: {
      output: {
        // The first file lists the others: by name, or a longer hash, they would weigh half a kilobyte more.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            // Not what screens besides those share: dialogs and choices wait until one is opened.
            { name: 'shared', minShareCount: 3, test: (id) => !ELSEWHERE.test(id) },
            { name: 'choices', minShareCount: 2, test: /ui\/(Checkbox|Select)\.|internals\/labelable/ },
          ],
        },
      },
    },
  },
  server: { port: Number(PORT), strictPort: true, proxy: { '/api': server, '/v1': { target: server, ws: true } } },
});
