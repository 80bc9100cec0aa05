import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { FOR_TESTS } from '../../../scripts/compressed.ts';
import { fillFolder } from '../../filledFolder.ts';

const telling = fileURLToPath(new URL('./xstate.ts', import.meta.url));

/** Everything but the module itself gets the XState whose actors tell what they do. */
const tellingXstate: Plugin = {
  name: 'telling-xstate',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'xstate' && importer !== telling ? telling : null),
};

/** Where the client is whose actors tell what they do; what people get differs from it by that alone. */
export const TELLING_CLIENT = fileURLToPath(new URL('../../../node_modules/.actum-telling', import.meta.url));

/** A data folder as the first start fills it. */
export const FILLED = fileURLToPath(new URL('../../../node_modules/.actum-filled', import.meta.url));

/** Makes both, once before all browser tests. */
export default async function prepare(): Promise<void> {
  rmSync(FILLED, { recursive: true, force: true });
  await fillFolder(FILLED);
  await build({ mode: FOR_TESTS, logLevel: 'error', plugins: [tellingXstate], build: { outDir: TELLING_CLIENT, emptyOutDir: true } });
}
