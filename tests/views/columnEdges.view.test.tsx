import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { LEAST_WIDTH } from '../../domain/columnLayout.ts';
import { columnEdgesModel } from '../../src/machines/columnEdges/columnEdges.model.ts';
import { columnEdgesMachine } from '../../src/machines/columnEdges/columnEdges.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { cellAt, click, layTablesOut, pointAt, press } from './layout.ts';
import { type ListShown, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof columnEdgesMachine;
type Event = ModelEvent<Machine>;

// The contents of every cell are 60 px wide, with 8 px of padding on both sides and the 2 px of its line.
const CONTENT = 78;
beforeEach(() => {
  layTablesOut();
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 60, 10);
  document.head.insertAdjacentHTML('beforeend', '<style id="padding">[data-col], [role=columnheader] { padding: 0 8px }</style>');
});
afterEach(() => {
  cleanup();
  document.getElementById('padding')?.remove();
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
  vi.restoreAllMocks();
});

const [CODE, WIDTH, EDGE] = [1, 100, 200];
let shown: ListShown;

/** The width a person gave the column; null for the default one. Every column is 100 px wide here. */
interface World {
  readonly made: number | null;
  readonly before: number | null;
}
function after({ made, before }: World, event: Event): World {
  switch (event.type) {
    case 'edge.taken':
      return { made, before: made };
    case 'pointer.moved':
      return { made: 'at' in event ? Math.max(LEAST_WIDTH, WIDTH + event.at.x - EDGE) : made, before };
    case 'pointer.lost':
      return { made: before, before: null };
    case 'pointer.released':
      return { made, before: null };
    case 'edge.stepped':
      return { made: WIDTH + ('by' in event ? event.by : 0) * 16, before };
    case 'column.measured':
      return { made: CONTENT, before };
    default:
      return { made: null, before };
  }
}

const heading = () => screen.getByRole('columnheader', { name: 'Code' });
function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'edge.taken':
      return pointAt('mouseDown', heading(), EDGE, 20);
    case 'pointer.moved':
      return pointAt('mouseMove', heading(), event.at.x, 20);
    case 'pointer.released':
      return pointAt('mouseUp', document.body, 0, 0);
    case 'pointer.lost':
      return press('Escape');
    case 'edge.stepped':
      return press(event.by === 1 ? 'ArrowRight' : 'ArrowLeft', { altKey: true, shiftKey: true });
    case 'column.measured':
      return act(async () => void fireEvent.dblClick(heading(), { clientX: EDGE, clientY: 20 }));
    case 'firstWidths.asked':
      return act(async () => shown.run('Reset the column widths'));
  }
}

testView<Machine, World>({
  model: columnEdgesModel,
  start: 'on a list',
  promises: [],
  longest: 16,
  onScreen: {
    first: { made: null, before: null },
    next: after,
    events: (_, { made }) => [
      { type: 'edge.stepped', column: 'code', width: WIDTH, by: 1 },
      { type: 'edge.taken', column: 'code', width: WIDTH, x: EDGE, before: made },
      { type: 'pointer.moved', at: { x: 250, cell: null, gap: null } },
      { type: 'pointer.moved', at: { x: 110, cell: null, gap: null } },
      { type: 'pointer.lost' },
      { type: 'pointer.released' },
      { type: 'column.measured', column: 'code', width: CONTENT },
      { type: 'firstWidths.asked' },
    ],
  },
  async show(_, __, watch) {
    watch(columnEdgesMachine);
    shown = await showList({});
    await click(cellAt(0, CODE));
  },
  act: does,
  seen: () => shown.layout.get()?.value.widths.code ?? null,
  due: (_, past) => past.reduce(after, { made: null, before: null }).made,
});
