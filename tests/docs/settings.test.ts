import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, page } from '../../scripts/settings.ts';

test('the page of settings says what the list that checks them says', () => {
  expect(readFileSync(PAGE, 'utf8'), 'node scripts/settings.ts writes it again').toBe(page());
});
