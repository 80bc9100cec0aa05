import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import app from '../vite.config.ts';
import { tellingXstate } from './telling.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The development app with inspection. */
export default mergeConfig(
  app,
  defineConfig({
    root,
    cacheDir: 'node_modules/.vite-inspector',
    plugins: [tellingXstate],
    // A prebundled package would have its own copy of XState.
    optimizeDeps: {
      exclude: ['xstate', '@xstate/react'],
      include: [
        'react',
        'react-dom/client',
        'use-sync-external-store/shim',
        'use-sync-external-store/shim/with-selector',
        'elkjs/lib/elk.bundled.js',
      ],
    },
    server: { open: '/inspector/index.html' },
  }),
);
