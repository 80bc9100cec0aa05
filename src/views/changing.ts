import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { FormDialog } from '../machines/formDialog/formDialog.ts';
import { sentenceText } from '../messages/sentences.ts';

/** The state of a change to a whole record, and its actions. */
export function useChanging<Change, Outcome>(actor: ActorRefFrom<FormDialog<Change, string | null, Outcome>>) {
  const snapshot = useSelector(actor, (current) => current);
  const isOpen = !snapshot.matches('closed');
  return {
    /** Its subject. A closing dialog still shows it. */
    change: snapshot.context.subject,
    isOpen,
    busy: snapshot.matches('submitting'),
    problem: sentenceText(snapshot.context.sentence),
    submit: (given: string | null) => actor.send({ type: 'form.submitted', given }),
    close: () => actor.send({ type: 'dialog.closed' }),
  };
}

/** Makes a change without confirmation. */
export function changeAtOnce<Change, Outcome>(actor: ActorRefFrom<FormDialog<Change, string | null, Outcome>>, change: Change): void {
  actor.send({ type: 'dialog.closed' });
  actor.send({ type: 'dialog.opened', subject: change });
  actor.send({ type: 'form.submitted', given: null });
}
