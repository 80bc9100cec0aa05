import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { messages } from './scripts/messages.ts';

const server = 'http://localhost:4181';

/** A build finds the texts compiled; while one works on them, they are compiled as they change. */
const watchedMessages = [paraglideVitePlugin(messages)].flat().map((plugin): Plugin => ({ ...plugin, apply: 'serve' }));

export default defineConfig({
  plugins: [react(), watchedMessages],
  // Browsers that know light-dark() themselves: rewritten for older ones, colours would follow the system alone.
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
  server: { port: 4180, strictPort: true, proxy: { '/api': server, '/v1': { target: server, ws: true } } },
});
