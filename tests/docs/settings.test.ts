import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, page } from '../../scripts/settings.ts';

test('the page of settings is generated from the list that checks them', () => {
  expect(readFileSync(PAGE, 'utf8'), 'node scripts/settings.ts writes it again').toBe(page());
});
