import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const telling = fileURLToPath(new URL('./xstate.ts', import.meta.url));

/** Everything but the module itself gets the XState whose actors tell what they do. */
const tellingXstate: Plugin = {
  name: 'telling-xstate',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'xstate' && importer !== telling ? telling : null),
};

/** Builds the client into a folder, told apart from the one people get by that alone. */
export async function buildWalked(outDir: string): Promise<void> {
  await build({ logLevel: 'error', plugins: [tellingXstate], build: { outDir, emptyOutDir: true } });
}
