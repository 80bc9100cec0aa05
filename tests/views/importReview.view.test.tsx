import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { importReview } from '../../src/compose/live/importReview.ts';
import { importReviewModel } from '../../src/machines/importReview/importReview.model.ts';
import { type ImportHeard, importReviewMachine } from '../../src/machines/importReview/importReview.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof importReviewMachine;
type Step = ModelEvent<Machine>;
type Review = ReturnType<typeof importReview>;
afterEach(cleanup);

const FIRST = { import_id: 7, revision: 3, is_first_import: false } as unknown as ImportLists;

interface Stage {
  readonly review: Review;
  readonly tell: (heard: ImportHeard | null) => void;
}
let stage: Stage;

/** The revisions that others made, and how often the end was reported. */
function Screen({ make }: { readonly make: (take: (lists: ImportLists) => void, end: () => void) => Review }) {
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [ends, setEnds] = useState(0);
  useEffect(
    () =>
      make(
        ({ revision }) => setTaken((all) => [...all, revision]),
        () => setEnds((count) => count + 1),
      ).follow(),
    [make],
  );
  return (
    <>
      <p title="taken">{taken.join(' ')}</p>
      <p title="ends">{ends}</p>
    </>
  );
}

function dueAfter(past: readonly Step[]) {
  const taken: number[] = [];
  let [shown, sent, ends] = [FIRST.revision, 0, 0];
  let heard: ImportHeard | null = null;
  let doing: 'nothing' | 'reading' | 'waiting' = 'nothing';
  for (const step of past) {
    const event = step as EventFrom<Machine> & { readonly output?: ImportLists };
    if (event.type === 'import.heard') {
      heard = event.heard;
      if (heard?.id !== 7 || heard.finished_version_id !== null) ends += 1;
    }
    if (event.type === 'lists.shown') shown = Math.max(shown, event.shown.revision);
    if (event.type === 'change.sent') sent += 1;
    if (event.type === 'change.settled') sent = Math.max(0, sent - 1);
    if (step.type === 'xstate.done.actor.readLists' && doing === 'reading') {
      const found = event.output;
      const isNew: boolean = found?.import_id === 7 && found.revision > shown;
      doing = isNew ? 'nothing' : 'waiting';
      if (isNew) taken.push(found?.revision ?? 0);
      if (isNew) shown = found?.revision ?? 0;
    }
    if (step.type === 'xstate.error.actor.readLists' && doing === 'reading') {
      const isRefused = 'error' in event && event.error instanceof Refused;
      if (isRefused) heard = null;
      doing = isRefused ? 'nothing' : 'waiting';
    }
    if (step.type.startsWith('xstate.after') && doing === 'waiting') doing = 'reading';
    const isBehind: boolean = sent === 0 && heard?.id === 7 && shown < heard.marked_revision;
    if (!isBehind) doing = 'nothing';
    else if (doing === 'nothing') doing = 'reading';
  }
  return { taken: taken.join(' '), ends: String(ends) };
}

testView<Machine>({
  model: importReviewModel,
  start: 'a later import',
  promises: ['readLists'],
  longest: 14,
  onScreen: {
    first: null,
    events: (snapshot) => importReviewModel.events(snapshot),
    next: () => null,
    // Transitions that follow by themselves are no events.
    follow: (before, _, after) => [`${before.value} > ${after.value}`],
  },
  async show(ready) {
    const make = (take: (lists: ImportLists) => void, end: () => void) => {
      let tell: Stage['tell'] = () => undefined;
      const review = importReview(
        {
          projectId: 5,
          follow: (_, answered) => {
            tell = (heard) => answered({ imports: heard === null ? [] : [heard] }, false);
            return () => undefined;
          },
          atRest: () => Promise.resolve(),
          read: () => Promise.reject(new Error('The walk answers in its place')),
          take,
          end,
        },
        () => ready(importReviewMachine),
      );
      review.newest(FIRST);
      stage = { review, tell: (heard) => tell(heard) };
      return review;
    };
    await act(async () => render(<Screen make={make} />));
  },
  act: (event: EventFrom<Machine>, { send }: Running<Machine>) =>
    act(async () => {
      if (event.type === 'import.heard') stage.tell(event.heard);
      else if (event.type === 'lists.shown') stage.review.newest(event.shown as ImportLists);
      else send(event);
    }),
  seen: () => ({ taken: screen.getByTitle('taken').textContent, ends: screen.getByTitle('ends').textContent }),
  due: (_, past) => dueAfter(past),
});
