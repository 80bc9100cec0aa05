import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Puts a compressed file beside each file of the built client: a sixth smaller than what a server makes while somebody waits. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const whole = await readFile(join(dir, name));
          const small = await compress(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } });
          if (small.length < whole.length) await writeFile(join(dir, `${name}.br`), small);
        }),
      );
    },
  },
};
