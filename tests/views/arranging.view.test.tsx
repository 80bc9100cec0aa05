import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { RowView, ViewField } from '../../domain/rowView.ts';
import { rowViewMachine } from '../../src/machines/rowView/rowView.ts';
import { Arranging } from '../../src/views/estimate/tools/ArrangeDialog.tsx';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const WALLS = { is: 'containing', field: 'name', text: 'wall' } as const;
const VIEW: RowView = {
  sort: { field: 'name', falling: true },
  filters: [WALLS, { is: 'between', field: 'total', from: '5' }],
  flipped: [],
};

/** The dialog about a column of a list shown like this. */
async function asked(field: ViewField, view = VIEW) {
  const viewing = createActor(rowViewMachine, { input: { view } }).start();
  viewing.send({ type: 'arranging.asked', field });
  await show(await stageFor('Ann'), <Arranging viewing={viewing} columns={[]} />);
  return () => viewing.getSnapshot().context;
}
const write = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const tick = (role: 'radio' | 'checkbox', name: string) => fireEvent.click(screen.getByRole(role, { name }));

test('new bounds of a column replace its old ones; the order and other columns’ filters stay', async () => {
  const now = await asked('total');
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('5');
  write('From', '1 000,5');
  await pressButton('Apply');
  expect(now()).toMatchObject({ arranged: null, view: { ...VIEW, filters: [WALLS, { is: 'between', field: 'total', from: '1000.5' }] } });
});

test('a bound that is not a number is not applied until it is corrected', async () => {
  const now = await asked('total');
  write('To', 'many');
  await pressButton('Apply');
  expect(now()).toMatchObject({ arranged: 'total', view: VIEW });
  write('To', '7');
  expect(screen.getByLabelText<HTMLInputElement>('To').validity.valid).toBe(true);
  write('From', '');
  tick('radio', 'Descending');
  await pressButton('Apply');
  expect(now()).toMatchObject({
    view: { sort: { field: 'total', falling: true }, filters: [WALLS, { is: 'between', field: 'total', to: '7' }] },
  });
});

test('an invalid bound does not prevent ticking a box that makes the bound irrelevant', async () => {
  const now = await asked('total');
  write('From', 'many');
  await pressButton('Apply');
  tick('checkbox', '0 only');
  await pressButton('Apply');
  expect(now()).toMatchObject({ arranged: null, view: { filters: [WALLS, { is: 'empty', field: 'total' }] } });
});

test('clearing the filter and choosing the list’s order resets a column', async () => {
  const now = await asked('name');
  write('Contains', ' ');
  tick('radio', 'List order');
  await pressButton('Apply');
  expect(now().view).toEqual({ filters: [{ is: 'between', field: 'total', from: '5' }], flipped: [] });
});

test('rows without a text are filtered whatever is typed, and rows with comments beside them', async () => {
  const now = await asked('name');
  tick('radio', 'Ascending');
  tick('checkbox', 'Empty only');
  tick('checkbox', 'With comments only');
  await pressButton('Apply');
  expect(now().view).toMatchObject({
    sort: { field: 'name', falling: false },
    filters: [{ is: 'between', field: 'total', from: '5' }, { is: 'empty', field: 'name' }, { is: 'commented' }],
  });
});
