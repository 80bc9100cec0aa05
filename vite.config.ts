import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { messages } from './scripts/messages.ts';

const server = 'http://localhost:4181';

/** A build finds the texts compiled; while one works on them, they are compiled as they change. */
const watchedMessages = [paraglideVitePlugin(messages)].flat().map((plugin): Plugin => ({ ...plugin, apply: 'serve' }));

/** Its package offers bundlers the development build only. */
const routerForProduction: Plugin = {
  name: 'router-for-production',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: fileURLToPath(import.meta.resolve('react-router')).replace('development', 'production') },
      ],
    },
  }),
};

export default defineConfig({
  plugins: [react(), watchedMessages, routerForProduction],
  // Browsers that know light-dark() themselves: rewritten for older ones, colours would follow the system alone.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What the first screen needs travels in one file: it compresses better than a dozen.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { port: 4180, strictPort: true, proxy: { '/api': server, '/v1': { target: server, ws: true } } },
});
