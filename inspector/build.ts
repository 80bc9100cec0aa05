import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { FOR_TESTS } from '../scripts/compressed.ts';
import { tellingXstate } from './telling.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the watched app and the inspector into one folder, for the tests. Each is built by itself, because they need different XState modules. */
export async function buildInspected(outDir: string): Promise<void> {
  await build({ root, mode: FOR_TESTS, logLevel: 'error', plugins: [tellingXstate], build: { outDir, emptyOutDir: true } });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: false, rolldownOptions: { input: 'inspector/index.html' } },
  });
}
