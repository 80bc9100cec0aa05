import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { modalModel } from '../../src/machines/modal/modal.model.ts';
import { modalMachine } from '../../src/machines/modal/modal.ts';
import { testEdges } from '../model/edges.ts';

testEdges(modalModel);

test.each([
  ['escape.pressed', false, 'closed'],
  ['escape.pressed', true, 'open'],
  ['overlay.clicked', false, 'closed'],
  ['overlay.clicked', true, 'open'],
  ['modal.closed', true, 'closed'],
] as const)('after %s a modal that is nonclosable: %s is %s', (type, nonclosable, expected) => {
  const modal = createActor(modalMachine).start();
  modal.send({ type: 'modal.opened', content: { component: 'confirm', attributes: {}, nonclosable } });
  modal.send({ type });
  expect(modal.getSnapshot().value).toBe(expected);
});
