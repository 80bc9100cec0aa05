import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import type { Comment } from '../../domain/api/estimateShapes.ts';
import { commentsModel, OWN_COMMENT } from '../../src/machines/comments/comments.model.ts';
import { commentsMachine } from '../../src/machines/comments/comments.ts';
import { Thread } from '../../src/views/together/Thread.tsx';
import { cellOf, click, layTablesOut, press, pressButton } from './layout.ts';
import { showList, togetherHere } from './listStage.tsx';
import { show, stageFor } from './stage.tsx';
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
const edited = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your comment' });
const edits = () => screen.getAllByRole('button', { name: /^Edit your comment/ });
const retype = (text: string) => act(async () => void fireEvent.change(edited() as Element, { target: { value: text } }));
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
    case 'edit.typed':
      await act(async () => edits()[0]?.click());
      return retype(event.edit.text);
    case 'edit.ended':
      return pressButton('Cancel');
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
    events({ context: { row, drafts, edits: kept } }) {
      const draft = row === null ? '' : (drafts[row.id] ?? '');
      const opening = [BED, KERB].map((asked) => ({ type: 'comments.opened', row: asked }) as EventFrom<Machine>);
      if (row === null) return opening;
      return [
        ...opening.filter((event) => event.type !== 'comments.opened' || event.row.id !== row.id),
        { type: 'comments.closed' },
        draft === '' ? { type: 'draft.typed', text: 'Is this the price' } : { type: 'draft.sent' },
        ...(row.id !== OWN_COMMENT.row_id
          ? []
          : [
              kept[row.id] === undefined
                ? ({ type: 'edit.typed', edit: { comment: OWN_COMMENT, text: 'Without delivery' } } as const)
                : ({ type: 'edit.ended' } as const),
            ]),
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
    edit: edited()?.value ?? null,
    isHere: screen.queryByRole('complementary')?.contains(document.activeElement) ?? false,
  }),
  due: ({ context: { row, drafts, edits: kept } }) => ({
    title: row === null ? null : `Comments on ${row.name}`,
    draft: row === null ? null : (drafts[row.id] ?? ''),
    edit: row === null ? null : (kept[row.id]?.text ?? null),
    isHere: row !== null,
  }),
});

const written = (id: number, text: string): Comment => ({
  id,
  row_id: 7,
  author_id: 1,
  author_name: 'Ann',
  text,
  created_at: `2026-01-0${id}T10:00:00.000Z`,
  updated_at: null,
});
const FIRST = written(1, 'Is this the price with delivery?');
const SECOND = written(2, 'And who unloads?');
const THIRD = written(3, 'We do.');

/** A thread of these comments, open beside its row. */
async function showThread(...comments: readonly Comment[]) {
  const together = togetherHere();
  const part = together.thread('rows', 7, () => undefined);
  const see = (...those: readonly Comment[]) => act(async () => part.thread.set({ comments: those, earlier: 0 }));
  part.thread.set({ comments, earlier: 0 });
  const panel = createActor(commentsMachine).start();
  await show(
    await stageFor('Ann'),
    <Thread
      of="rows"
      row={BED ?? { id: 7, name: '' }}
      panel={panel}
      together={{ ...together, thread: () => part }}
      onClose={() => undefined}
      onRead={() => undefined}
    />,
  );
  return see;
}
const isOff = (button: HTMLElement | undefined) => button?.getAttribute('aria-disabled') === 'true';

test('a comment that somebody deletes while it is edited stays with what was typed, and the others can be edited after it', async () => {
  const see = await showThread(FIRST, SECOND, THIRD);
  await act(async () => edits()[1]?.click());
  expect(edits().map(isOff)).toEqual([true, true]);
  await retype('And who unloads it?');
  await see(FIRST, THIRD);
  expect(edited()?.value).toBe('And who unloads it?');
  screen.getByText('This comment has been deleted. What you wrote stays here. Copy it before you cancel.');
  const shown = () => screen.getAllByRole('listitem').map((each) => each.querySelector('textarea')?.value ?? each.lastChild?.textContent);
  expect(shown()).toEqual([FIRST.text, 'And who unloads it?', THIRD.text]);

  await pressButton('Cancel');
  expect(shown()).toEqual([FIRST.text, THIRD.text]);
  await act(async () => edits()[1]?.click());
  expect(edited()?.value).toBe(THIRD.text);
});

test('the only comment stays while it is edited, even when it is deleted meanwhile', async () => {
  const see = await showThread(FIRST);
  await act(async () => edits()[0]?.click());
  await see();
  expect(edited()?.value).toBe(FIRST.text);
});
