import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commentsMachine } from '../../src/machines/comments/comments.ts';
import { faultsOf, machinesWalkedBy, unwalked, walkedIn } from '../../walking/coverage/table.ts';
import { declaredTransitions, transitionKey } from '../../walking/transitions.ts';

const SENT = '#comments.open -- draft.sent -> (stays)';

test('a transition missing in one layer is reported, unless it has a reason for the browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-walked-'));
  const keys = declaredTransitions(commentsMachine).map(transitionKey);
  const leave = (name: string, taken: readonly string[]) =>
    writeFileSync(join(folder, name), JSON.stringify(taken.map((key) => ['comments', key])));
  leave('alone-1.json', keys);
  leave('view-1.json', keys);
  leave('browser-1.json', keys.slice(0, 1));
  leave(
    'browser-2.json',
    keys.slice(1).filter((key) => key !== SENT),
  );
  const walked = (await walkedIn(folder)).filter(({ machine }) => machine === 'comments');
  rmSync(folder, { recursive: true });
  expect(unwalked(walked, {})).toEqual([`never walked in the browser, and no reason why: ${SENT}`]);
  expect(unwalked(walked, { [SENT]: 'nobody can' })).toEqual([]);
});

test('in the browser at most a tenth may be missing, whatever the reasons', () => {
  const missing = (...keys: readonly string[]) => [{ machine: 'm', declared: 10, missed: { alone: [], view: [], browser: keys } }];
  const reasons = { first: 'nobody can', second: 'nobody can' };
  expect(faultsOf(missing('first'), reasons)).toEqual([]);
  expect(faultsOf(missing('first', 'second'), reasons)).toEqual(['the browser walked 8 of 10 transitions, less than nine in ten']);
});

test('a selection of tests covers a machine when it includes every layer', () => {
  const [alone, view, browser] = [
    'tests/machines/comments.test.ts',
    'tests/views/comments.view.test.tsx',
    'tests/e2e/reading.walk.spec.ts',
  ];
  expect(machinesWalkedBy([alone, view, browser])).toEqual(['comments']);
  expect(machinesWalkedBy([alone, view])).toEqual([]);
  expect(machinesWalkedBy([view, browser])).toEqual([]);
});
