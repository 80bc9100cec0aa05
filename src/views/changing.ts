import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FormDialog } from '../machines/formDialog/formDialog.ts';
import { m } from '../messages/messages.ts';
import { sentenceText } from '../messages/sentences.ts';
import { useShowNotice } from './actum.tsx';

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

/** Opens the dialog of a change, or makes the change at once. While another one is being saved, it says so instead. */
export function useAsk<Subject, Given, Output>(actor: ActorRefFrom<FormDialog<Subject, Given, Output>>) {
  const showNotice = useShowNotice();
  return useMemo(() => {
    const open = (subject: Subject): boolean => {
      if (actor.getSnapshot().matches('submitting')) {
        showNotice(m.change_busy());
        return false;
      }
      actor.send({ type: 'dialog.closed' });
      actor.send({ type: 'dialog.opened', subject });
      return true;
    };
    const make = (subject: Subject, given: Given) => {
      if (open(subject)) actor.send({ type: 'form.submitted', given });
    };
    return { open, make };
  }, [actor, showNotice]);
}
