import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = fileURLToPath(new URL('.', import.meta.url));
const telling = fileURLToPath(new URL('./xstate.ts', import.meta.url));

/** The app gets the XState with inspection. The inspector itself and `walking/`, which it reads models with, get the plain one. */
export const tellingXstate: Plugin = {
  name: 'telling-xstate',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'xstate' && importer !== undefined && !importer.startsWith(own) && !importer.includes('/walking/') ? telling : null,
};
