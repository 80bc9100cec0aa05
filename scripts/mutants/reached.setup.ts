/** Writes down which functions each test file calls. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

declare global {
  var reachedFunctions: Set<string> | undefined;
}
globalThis.reachedFunctions = new Set();
afterAll(() => {
  const { testPath } = expect.getState();
  const name = (testPath ?? '').replaceAll(/[^\w.]/g, '_');
  writeFileSync(
    join(process.env.REACHED_DIR ?? '.', `${name}.json`),
    JSON.stringify({ testPath, reached: [...(globalThis.reachedFunctions ?? [])] }),
  );
});
