import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;
const OURS = fileURLToPath(new URL('../src/services/codeFiles.ts', import.meta.url));

/** Dynamic imports go through src/services/codeFiles.ts with the files they need, the imported one included. */
export const codeFiles: Plugin = {
  name: 'code-files',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files),
      },
    },
  }),
  transform: {
    filter: { id: HELPER },
    handler: () => ({ code: `export { importWith as __vitePreload } from ${JSON.stringify(OURS)};`, map: null }),
  },
};
