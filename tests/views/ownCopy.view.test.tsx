import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import type { RowView } from '../../domain/rowView.ts';
import { type KeptView, startRowViews } from '../../src/compose/app/rowViews.ts';
import { startViewCopy } from '../../src/compose/edits/viewCopy.ts';
import { ownCopyModel, type rowViewCopy } from '../../src/machines/ownCopy/ownCopy.model.ts';
import { viewStorage } from '../../src/services/viewStorage.ts';
import { silent } from '../../walking/standIns.ts';
import { layTablesOut } from './layout.ts';
import { type ListShown, rowNamed, showList } from './listStage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof rowViewCopy;

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const ROWS = [rowNamed(7, 'Ground', { kind: 'section', code: '1', level: 1, row_count: 1 }), rowNamed(8, 'Sand', { section_id: 7 })];
const LIST = 12;
let list: ListShown;
let kept: KeptView;
let name: string;

async function does(event: EventFrom<Machine>): Promise<void> {
  if (event.type === 'retry.requested') await act(async () => void dispatchEvent(new Event('online')));
  else await act(async () => list.run(event.value.foldedFrom === undefined ? 'Unfold all sections' : 'Fold all sections'));
}

const READ = '#ownCopy.reading';
const FAILED = `${READ} -- xstate.error.actor.readCopy -> #ownCopy.kept`;
const starts: Readonly<Record<string, readonly string[]>> = {
  'as made': ['#ownCopy.found -- always[0] -> #ownCopy.sending', `${READ} -- xstate.done.actor.readCopy[0] -> #ownCopy.changed`],
  'with a value of this device': ['#ownCopy.found -- always[0] -> #ownCopy.sending'],
  'with a value the server has not taken': [
    '#ownCopy.found -- always[1] -> #ownCopy.reading',
    `${READ} -- xstate.done.actor.readCopy[0] -> #ownCopy.changed`,
    `${READ} -- xstate.done.actor.readCopy[1] -> #ownCopy.kept`,
    FAILED,
  ],
};
for (const [start, elsewhere] of Object.entries(starts)) {
  const here = ownCopyModel.starts(silent)[start];
  testView<Machine>({
    model: ownCopyModel,
    start,
    promises: ['readCopy', 'sendCopy'],
    longest: 20,
    elsewhere,
    answers: (calls) => ({
      // It comes with the rows, which show it.
      async resolve(actor, output) {
        if (actor === 'readCopy') kept.found(output as RowView | null);
        await calls.resolve(actor, output);
      },
    }),
    async show(ready) {
      list = await showList(
        {
          viewed(of) {
            name = `${of.queue.getSnapshot().context.person} list ${LIST}`;
            if (here) viewStorage.write(name, here);
            kept = startRowViews(of, async () => ({ startViewCopy: (viewed) => startViewCopy(viewed, ready) }))('estimate', LIST);
            return kept;
          },
        },
        ROWS,
      );
    },
    act: does,
    seen: () => ({ isFolded: screen.queryByRole('button', { name: 'Unfold Ground' }) !== null, here: viewStorage.read(name) }),
    due: ({ context: { value, isUnsent } }) => ({ isFolded: value.foldedFrom !== undefined, here: { value, isUnsent } }),
  });
}
