import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { type BlockAsked, type BlockOutcome, blockEditMachine } from '../../src/machines/blockEdit/blockEdit.ts';
import { settled } from '../model/world.ts';
import { cellAt, cellOf, click, layTablesOut, pointAt, press } from './layout.ts';
import { showList } from './listStage.tsx';

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('text pasted into a text field stays there, also while the list is empty', async () => {
  const asked: (BlockAsked | null)[] = [];
  const doBlock = fromPromise<BlockOutcome, { asked: BlockAsked | null }>(async ({ input }) => {
    asked.push(input.asked);
    return { ids: [] };
  });
  const { rows } = await showList({ blocks: blockEditMachine.provide({ actors: { doBlock } }) });
  await click(cellOf('Paving', 'unit'));
  await press('F2', { shiftKey: true });
  const comment = screen.getByRole('textbox', { name: 'Write a comment' });
  const paste = async (target: HTMLElement) => {
    const clipboardData = { getData: (type: string) => (type === 'text/plain' ? 'Check\tthis' : ''), setData: () => undefined };
    const event = createEvent.paste(target, { clipboardData });
    await act(async () => void fireEvent(target, event));
    await act(settled);
    return event.defaultPrevented;
  };
  expect(await paste(comment)).toBe(false);
  await act(async () => rows.setWindow(0, [], 0));
  expect([await paste(comment), asked]).toEqual([false, []]);
  expect(await paste(document.body)).toBe(true);
  expect(asked).toMatchObject([{ kind: 'paste', cells: [['Check', 'this']] }]);
});

test('a click on a column heading opens its menu; resizing or fitting the column does not', async () => {
  const { layout } = await showList({});
  await click(cellAt(0, 1));
  const heading = screen.getByRole('columnheader', { name: 'Code' });
  const pressed = async (from: number, to: number) => {
    await pointAt('mouseDown', heading, from, 20);
    if (to !== from) await pointAt('mouseMove', heading, to, 20);
    await pointAt('mouseUp', heading, to, 20);
    await act(async () => void fireEvent.click(heading, { clientX: to, clientY: 20 }));
    await act(settled);
  };
  const entries = () => screen.queryAllByRole('menuitem').length;
  await pressed(199, 230);
  expect([layout.get()?.value.widths.code, entries()]).toEqual([131, 0]);
  await pressed(199, 199);
  expect(entries()).toBe(0);
  await pressed(150, 150);
  expect(entries()).toBeGreaterThan(0);
});
