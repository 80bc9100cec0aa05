import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { FormDialog } from '../machines/formDialog/formDialog.ts';
import { sentenceText } from '../messages/sentences.ts';

/** Where a change of something as a whole stands, and the ways on. */
export function useChanging<Change, Outcome>(actor: ActorRefFrom<FormDialog<Change, string | null, Outcome>>) {
  const snapshot = useSelector(actor, (current) => current);
  const isOpen = !snapshot.matches('closed');
  return {
    /** What it is about; a dialog on its way out still says it. */
    change: snapshot.context.subject,
    isOpen,
    busy: snapshot.matches('submitting'),
    problem: sentenceText(snapshot.context.sentence),
    submit: (given: string | null) => actor.send({ type: 'form.submitted', given }),
    close: () => actor.send({ type: 'dialog.closed' }),
  };
}

/** Makes a change that nothing is asked about. */
export function changeAtOnce<Change, Outcome>(actor: ActorRefFrom<FormDialog<Change, string | null, Outcome>>, change: Change): void {
  actor.send({ type: 'dialog.closed' });
  actor.send({ type: 'dialog.opened', subject: change });
  actor.send({ type: 'form.submitted', given: null });
}
