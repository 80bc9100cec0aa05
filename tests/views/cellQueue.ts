import { createActor, fromPromise } from 'xstate';
import { Unanswered } from '../../domain/api/call.ts';
import { editQueueMachine } from '../../src/machines/editQueue/editQueue.ts';
import { nextEdit } from '../../src/machines/editQueue/edits.ts';
import { unsentOf } from '../../src/machines/editQueue/selectors.ts';
import type { Taken } from '../../src/machines/editQueue/setup.ts';
import type { CellEdit, Edit } from '../../src/machines/editQueue/types.ts';
import { type Fate, refusalOf } from '../model/cellFate.ts';
import { type HeldCalls, holdCalls } from '../model/world.ts';

/** A person's queue in front of a server that answers only on request; a saved value stays marked until the test continues. */
export function heldQueue(sent: (edit: CellEdit) => void = () => undefined, calls: HeldCalls = holdCalls()) {
  const sendEdit = fromPromise<Taken, { edit: Edit | undefined }>(({ input: { edit }, signal }) => {
    sent(edit as CellEdit);
    return calls.ask('sendEdit', signal) as Promise<Taken>;
  });
  const queue = createActor(editQueueMachine.provide({ actors: { sendEdit }, delays: { saidSaved: 1e9 } }), {
    input: { prefix: 'key' },
  }).start();
  queue.send({ type: 'person.changed', person: 1, edits: [] });
  return {
    queue,
    calls,
    /** The marks of saved values go. */
    goOn(): void {
      for (const { key } of queue.getSnapshot().context.saved) queue.send({ type: 'saved.shown', key });
    },
    /** Answers every request under way; the last one has the given fate. */
    async answer(fate: Fate, took: (edit: CellEdit) => void = () => undefined): Promise<void> {
      while (calls.pending().includes('sendEdit')) {
        const edit = nextEdit(queue.getSnapshot().context.edits) as CellEdit;
        const isLast = unsentOf(queue.getSnapshot()).length === 1;
        if (fate === 'postponed') {
          await calls.reject('sendEdit', new Unanswered('offline'));
        } else if (isLast && fate !== 'taken') {
          await calls.reject('sendEdit', refusalOf(fate, edit));
        } else {
          const { route, id, revision, text } = edit;
          took(edit);
          await calls.resolve('sendEdit', { answer: null, value: text, step: { route, id, from: revision, to: revision + 1 } });
        }
      }
    },
  };
}
export type HeldQueue = ReturnType<typeof heldQueue>;
