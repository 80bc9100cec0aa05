import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { provideScreens } from '../../src/compose/screens.ts';
import { BLOCK, EDIT } from '../../src/machines/editQueue/editQueue.model.ts';
import { Unsent } from '../../src/views/shell/Unsent.tsx';
import { settled } from '../model/world.ts';
import { heldQueue } from './cellQueue.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

test('a refused block is copied, or shown for copying by hand where the browser refuses', async () => {
  const { queue } = heldQueue();
  const problem = { status: 404, body: null };
  queue.send({
    type: 'person.changed',
    person: 1,
    edits: [
      { ...BLOCK, problem },
      { ...EDIT, problem },
    ],
  });
  const stage = await stageFor('Ann');
  let mayCopy = false;
  const copied: string[] = [];
  const copyText = async (text: string) => {
    if (!mayCopy) throw new Error('No clipboard without a secure connection');
    copied.push(text);
  };
  await show(stage, <Unsent />, { ...provideScreens(stage.actum), queue, copyText });
  const press = async (button: HTMLElement) => {
    await act(async () => void fireEvent.click(button));
    await act(settled);
  };
  await press(screen.getByRole('button', { name: 'Show' }));
  const [block, cell] = within(screen.getByRole('dialog')).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  for (const edit of [block, cell]) await press(within(edit).getByRole('button', { name: /^Copy/ }));
  expect(within(block).getByRole('alert').textContent).toBe('The browser did not allow copying. Select the text and copy it.');
  expect(block.querySelector('textarea')?.value).toBe('5\n');
  // The text of a cell is in its line.
  expect([cell.querySelector('textarea'), within(cell).getByRole('alert') !== null]).toEqual([null, true]);
  mayCopy = true;
  await press(within(block).getByRole('button', { name: /^Copy/ }));
  expect([copied, block.querySelector('textarea'), within(block).queryByRole('alert')]).toEqual([['5\r\n'], null, null]);
  expect(within(block).getByRole('button', { name: /^Copied/ })).toBeTruthy();
});
