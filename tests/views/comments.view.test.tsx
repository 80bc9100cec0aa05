import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import { commentsModel } from '../../src/machines/comments/comments.model.ts';
import { commentsMachine } from '../../src/machines/comments/comments.ts';
import { cellOf, click, layTablesOut, press, pressButton } from './layout.ts';
import { showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof commentsMachine;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const [BED, KERB] = [
  { id: 7, name: 'Gravel bed' },
  { id: 8, name: 'Kerb' },
];
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'comments.opened':
      // Kerb has comments and a mark; the keyboard opens the comments of other rows.
      if (event.row.id === KERB?.id) return act(async () => screen.getByTitle('1 new, 2 comments').click());
      await click(cellOf('Paving', 'unit'));
      await click(cellOf(event.row.name, 'unit'));
      return press('F2', { shiftKey: true });
    case 'comments.closed':
      return pressButton('Close');
    case 'draft.typed':
      return act(async () => void fireEvent.change(field() as Element, { target: { value: event.text } }));
    case 'draft.sent':
      return pressButton('Send');
  }
}

testView<Machine>({
  model: commentsModel,
  start: 'on a list',
  promises: [],
  longest: 20,
  onScreen: {
    first: null,
    next: () => null,
    events({ context: { row, drafts } }) {
      const draft = row === null ? '' : (drafts[row.id] ?? '');
      const opening = [BED, KERB].map((asked) => ({ type: 'comments.opened', row: asked }) as EventFrom<Machine>);
      if (row === null) return opening;
      return [
        ...opening.filter((event) => event.type !== 'comments.opened' || event.row.id !== row.id),
        { type: 'comments.closed' },
        draft === '' ? { type: 'draft.typed', text: 'Is this the price' } : { type: 'draft.sent' },
      ];
    },
  },
  async show(_, __, watch) {
    watch(commentsMachine);
    await showList({});
  },
  act: does,
  seen: () => ({
    title: screen.queryByRole('complementary')?.getAttribute('aria-label') ?? null,
    draft: field()?.value ?? null,
    isHere: field() !== null && field() === document.activeElement,
  }),
  due: ({ context: { row, drafts } }) => ({
    title: row === null ? null : `Comments on ${row.name}`,
    draft: row === null ? null : (drafts[row.id] ?? ''),
    isHere: row !== null,
  }),
});
