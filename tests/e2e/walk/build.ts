import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const telling = fileURLToPath(new URL('./xstate.ts', import.meta.url));

/** Everything but the module itself gets the XState whose actors tell what they do. */
const tellingXstate: Plugin = {
  name: 'telling-xstate',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'xstate' && importer !== telling ? telling : null),
};

/** Where the client is whose actors tell what they do; what people get differs from it by that alone. */
export const TELLING_CLIENT = fileURLToPath(new URL('../../../node_modules/.actum-telling', import.meta.url));

/** Builds it, once before all browser tests. */
export default async function buildTelling(): Promise<void> {
  await build({ logLevel: 'error', plugins: [tellingXstate], build: { outDir: TELLING_CLIENT, emptyOutDir: true } });
}
