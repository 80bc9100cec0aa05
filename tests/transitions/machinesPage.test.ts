import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machinesPage, PAGE } from '../../scripts/machines.ts';
import { allModels } from '../../walking/models.ts';

test('docs/machines.md is up to date: node scripts/machines.ts writes it', async () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(machinesPage(await allModels()));
});
