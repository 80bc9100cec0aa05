import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { numberEntryModel } from '../../src/machines/numberEntry/numberEntry.model.ts';
import { numberEntryMachine, textEntered } from '../../src/machines/numberEntry/numberEntry.ts';
import { loadNumberEditor } from '../../src/views/grid/numberEditors.ts';
import { cellOf, click, layTablesOut, press } from './layout.ts';
import { ROWS, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof numberEntryMachine;
type Snapshot = SnapshotFrom<Machine>;

// It comes with its own code.
beforeAll(loadNumberEditor);
beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const editor = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
/** Keys at the end of the text, as the browser tells them: first what it would insert, then that it has. */
const type = (key: string) =>
  act(async () => {
    const input = editor();
    const place = key === '€' ? 0 : input.value.length;
    if (key === '€') input.setSelectionRange(0, input.value.length);
    else input.setSelectionRange(place, place);
    const before = new InputEvent('beforeinput', { data: key, cancelable: true, bubbles: true });
    if (!input.dispatchEvent(before)) return;
    input.setRangeText(key, place, place, 'end');
    fireEvent.input(input);
  });
const erase = () =>
  act(async () => {
    editor().value = editor().value.slice(0, 3);
    fireEvent.input(editor());
  });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'text.changed':
      return event.text === '1.53' ? type('3') : erase();
    case 'key.refused':
      return type(event.key);
    case 'paste.refused':
      return act(async () => {
        const clipboardData = { getData: (kind: string) => (kind === 'text/plain' ? '100 and 200' : '') };
        fireEvent(editor(), createEvent.paste(editor(), { clipboardData }));
      });
  }
}
const KEYS = 'A number takes digits, minus, comma and dot. Begin with = to calculate';
const saidIn = ({ context: { remark } }: Snapshot) =>
  remark === null ? '' : remark.code === 'number_not_pasted' ? 'Not pasted: “100 and 200” is not a number' : KEYS;

testView<Machine>({
  model: numberEntryModel,
  start: 'on 1.5',
  promises: [],
  longest: 10,
  async show(_, __, watch) {
    watch(numberEntryMachine);
    const { rows } = await showList({});
    await act(async () => {
      const [first] = ROWS;
      if (first) rows.put({ ...first, quantity: '1.5' });
    });
    await click(cellOf(ROWS[0]?.name ?? '', 'quantity'));
    await press('F2');
  },
  act: does,
  seen: () => ({
    text: editor().value,
    entered: editor().dataset.entered ?? editor().value,
    said: document.getElementById(editor().getAttribute('aria-describedby') ?? '')?.textContent,
  }),
  due: (snapshot) => ({ text: snapshot.context.text, entered: textEntered(snapshot.context), said: saidIn(snapshot) }),
});
