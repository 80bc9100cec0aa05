import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICONS } from '../../src/ui/Icon.tsx';

test('every icon has its drawing, and every drawing is an icon', () => {
  const drawn = [...readFileSync('src/ui/icons.svg', 'utf8').matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...ICONS]);
});
