import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type EventFrom, fromPromise } from 'xstate';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../src/machines/blockEdit/blockEdit.ts';
import { fillHandleModel } from '../../src/machines/fillHandle/fillHandle.model.ts';
import { fillHandleMachine } from '../../src/machines/fillHandle/fillHandle.ts';
import { cellAt, click, layTablesOut, pointAt, press } from './layout.ts';
import { showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof fillHandleMachine;
beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const QUANTITY = 4;
const SOURCE = { top: 1, bottom: 1, left: QUANTITY, right: QUANTITY };
let asked: BlockAsked[] = [];

const corner = () => cellAt(1, QUANTITY).getBoundingClientRect();
async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'handle.taken':
      await click(cellAt(1, QUANTITY));
      return pointAt('mouseDown', cellAt(1, QUANTITY), corner().right - 2, corner().bottom - 2);
    case 'handle.doublePressed':
      await click(cellAt(1, QUANTITY));
      return act(async () => void fireEvent.dblClick(cellAt(1, QUANTITY), { clientX: corner().right - 2, clientY: corner().bottom - 2 }));
    case 'pointer.moved': {
      const { left, top } = cellAt(event.at.cell?.row ?? 0, QUANTITY).getBoundingClientRect();
      return pointAt('mouseMove', document.body, left + 10, top + 10);
    }
    case 'pointer.released':
      return pointAt('mouseUp', document.body, 0, 0);
    case 'pointer.lost':
      return press('Escape');
  }
}
const over = (row: number) => ({ type: 'pointer.moved', at: { x: 0, cell: { row, col: QUANTITY }, gap: null } }) as const;

testView<Machine, null>({
  model: fillHandleModel,
  start: 'on a list',
  promises: [],
  longest: 16,
  onScreen: {
    first: null,
    next: () => null,
    events: ({ value }) =>
      value === 'resting'
        ? [
            { type: 'handle.taken', source: SOURCE, rows: 3 },
            { type: 'handle.doublePressed', source: SOURCE },
          ]
        : [over(0), over(1), over(2), { type: 'pointer.released' }, { type: 'pointer.lost' }],
  },
  async show(_, __, watch) {
    watch(fillHandleMachine);
    asked = [];
    const blocks = blockEditMachine.provide({
      actors: {
        doBlock: fromPromise<BlockOutcome, { asked: BlockAsked | null }>(async ({ input }) => {
          if (input.asked) asked.push(input.asked);
          return { ids: [] };
        }),
      },
    });
    await showList({ blocks });
  },
  act: does,
  seen: () => ({ box: document.querySelector('[class*=fillBox]') !== null, asked: asked.map((each) => each.kind === 'series' && each.to) }),
  due: ({ context: { to } }, past) => {
    let held: number | null = null;
    const ends: (number | null)[] = [];
    for (const event of past) {
      if (event.type === 'handle.doublePressed') ends.push(null);
      if (event.type === 'pointer.released' && held !== null) ends.push(held);
      const row = event.type === 'pointer.moved' && 'at' in event ? (event.at.cell?.row ?? null) : null;
      held = event.type === 'pointer.moved' && row !== 1 ? row : null;
    }
    return { box: to !== null, asked: ends };
  },
});
