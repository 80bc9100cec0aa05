import { afterEach, expect, test } from 'vitest';
import type { Api } from '../../domain/api/call.ts';
import { publicActOf } from '../../src/compose/screens/publicAct.ts';
import { ABOUT } from './actSamples.ts';

afterEach(() => localStorage.clear());

const KEY = 'k'.repeat(43);
const DRAFT = { revision: ABOUT.revision, key: 'made before', name: 'Cora', email: 'cora@example.org', rows: [] };
const opened = () => publicActOf((() => Promise.reject(new Error('asked'))) as unknown as Api, () => () => undefined).answering(KEY, ABOUT);

test('the draft of an answer is stored without the key of its link, and an older one stored under the key is moved', () => {
  localStorage.setItem(`actum.answer.${KEY}`, JSON.stringify(DRAFT));
  expect(opened().draft.get()).toMatchObject({ name: 'Cora', email: 'cora@example.org' });
  expect(JSON.stringify({ ...localStorage })).not.toContain(KEY);
  opened().draft.name({ name: 'Dora', email: 'dora@example.org' });
  expect(opened().draft.get().name).toBe('Dora');
  expect(JSON.stringify({ ...localStorage })).not.toContain(KEY);
});
