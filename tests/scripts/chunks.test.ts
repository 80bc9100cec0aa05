import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { partOf } from '../../scripts/chunks.ts';

/** The modules that a file imports when they are needed. */
function laterIn(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const { module } = parseSync(path, text);
  return module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const named = /^'(\..+)'$/.exec(text.slice(start, end))?.[1];
    return named === undefined ? [] : [join(path, '..', named)];
  });
}

/** Both the account and the settings of a team load them, so each is a small separate file. */
const ALONE = ['src/compose/screens/ownData.ts', 'src/compose/screens/sessions.ts'];

test('every screen is built into a file that scripts/chunks.ts names, its view and its calls together', () => {
  const later = globSync('src/{views,compose}/**/*.{ts,tsx}').flatMap((path) => laterIn(path.replaceAll('\\', '/')));
  expect(later.length).toBeGreaterThan(50);
  expect([...new Set(later)].filter((path) => partOf(path) === undefined).sort()).toEqual(ALONE);
});
