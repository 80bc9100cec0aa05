import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * The build mode for clients that only tests open: without the best compression, which takes a third of a build's processor time, and without src/ahead.ts,
 * so that every request is made by a machine.
 */
export const FOR_TESTS = 'tests';
const QUICK = 5;
let quality = constants.BROTLI_MAX_QUALITY;

/** Puts a compressed file beside each file of the built client, a sixth smaller than a server could make it during a request. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  configResolved({ mode }) {
    quality = mode === FOR_TESTS ? QUICK : constants.BROTLI_MAX_QUALITY;
  },
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const whole = await readFile(join(dir, name));
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length, [constants.BROTLI_PARAM_QUALITY]: quality };
          const small = await compress(whole, { params });
          if (small.length < whole.length) await writeFile(join(dir, `${name}.br`), small);
        }),
      );
    },
  },
};
