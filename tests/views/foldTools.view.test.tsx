import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { AS_STORED, isFolded } from '../../domain/rowView.ts';
import { rowViewMachine } from '../../src/machines/rowView/rowView.ts';
import { FoldTools } from '../../src/views/sections/FoldTools.tsx';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

interface Line {
  readonly id: number;
  readonly kind: 'row' | 'section';
  readonly level: number;
}
const section = (id: number, level: number): Line => ({ id, kind: 'section', level });
const row = (id: number, level: number): Line => ({ id, kind: 'row', level });
/** Ground (Digging: a row), a row of Ground, Roof: a row; before all sections a row of none. */
const LINES = [row(10, 0), section(1, 1), section(2, 2), row(11, 2), row(12, 1), section(3, 1), row(13, 1)];

function Table({ lines, viewing }: { readonly lines: readonly Line[]; readonly viewing: ActorRefFrom<typeof rowViewMachine> }) {
  const table = useRef<HTMLDivElement>(null);
  const view = useSelector(viewing, ({ context }) => context.view);
  const rows = { at: (index: number) => lines[index] } as never;
  return (
    <div ref={table}>
      <FoldTools rows={rows} count={lines.length} placeOf={(line: Line) => line} view={view} viewing={viewing} table={table} />
      {lines.map(({ id }, index) => (
        <div key={id} data-index={index}>
          <span data-testid={`line ${id}`} />
        </div>
      ))}
    </div>
  );
}
async function shown(lines = LINES) {
  const viewing = createActor(rowViewMachine, { input: { view: AS_STORED } }).start();
  await show(await stageFor('Ann'), <Table lines={lines} viewing={viewing} />);
  return {
    press: (id: number, key: string, more: object = {}) =>
      act(async () => !fireEvent.keyDown(screen.getByTestId(`line ${id}`), { key: `Arrow${key}`, altKey: true, ...more })),
    folded: () => lines.filter((line) => line.kind === 'section' && isFolded(viewing.getSnapshot().context.view, line)).map(({ id }) => id),
  };
}

test('a key folds the section around a row, and pressed again the section around that', async () => {
  const { press, folded } = await shown();
  await press(11, 'Left');
  expect(folded()).toEqual([2]);
  await press(2, 'Left');
  expect(folded()).toEqual([1, 2]);
  await press(1, 'Left');
  expect(folded()).toEqual([1, 2]);
  await press(13, 'Left');
  expect(folded()).toEqual([1, 2, 3]);
  await press(10, 'Left');
  expect(folded()).toEqual([1, 2, 3]);
});

test('a key unfolds the section of the heading under the cursor, and leaves an open one open', async () => {
  const { press, folded } = await shown(LINES.slice(1));
  await press(1, 'Up', { shiftKey: true });
  expect(folded()).toEqual([1, 2, 3]);
  await press(3, 'Right');
  await press(3, 'Right');
  expect(folded()).toEqual([1, 2]);
  await press(1, 'Right');
  expect(folded()).toEqual([2]);
  await press(3, 'Down', { shiftKey: true });
  expect(folded()).toEqual([]);
});

test('keys with other modifiers, or without Alt, are left to the table', async () => {
  const { press, folded } = await shown();
  const taken = [];
  for (const more of [{ altKey: false }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    taken.push(await press(11, 'Left', more));
  taken.push(await press(11, 'Up'), await press(11, 'Left'));
  expect([taken, folded()]).toEqual([[false, false, false, false, false, true], [2]]);
});

test('buttons fold and unfold all sections, and are absent without sections', async () => {
  const { folded } = await shown();
  const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await click('Fold all sections');
  expect(folded()).toEqual([1, 2, 3]);
  await click('Unfold all sections');
  expect(folded()).toEqual([]);
  cleanup();
  await shown([row(10, 0)]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
