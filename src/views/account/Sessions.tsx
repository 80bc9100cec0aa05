import { useActorRef, useSelector } from '@xstate/react';
import { use, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { Section } from './Section.tsx';
import { deviceName, SessionList } from './SessionList.tsx';
import type { EndedSessions } from './sessionNeeds.ts';
import styles from './sessions.module.css';

const questionOf = (asked: EndedSessions | null) =>
  asked === 'others' || asked === null
    ? { title: m.session_end_others_question(), description: m.session_end_others_why(), action: m.session_end_others() }
    : { title: m.session_end_question({ device: deviceName(asked) }), description: m.session_end_why(), action: m.session_end() };

function Listed() {
  const { own } = use(useScreens().sessions());
  const part = useMemo(own, [own]);
  const { failure, retry, reload } = useReading(part.reading);
  const sessions = useStored(part.sessions);
  const end = useActorRef(part.end);
  const { subject, sentence } = useSelector(end, ({ context }) => context);
  const isAsking = useSelector(end, ({ value }) => value !== 'closed');
  const isEnding = useSelector(end, ({ value }) => value === 'submitting');
  useEmitted(end, 'form.accepted', reload);
  if (failure !== null) return <FailedState title={m.session_unreadable()} sentence={failure} onRetry={retry} />;
  if (sessions === null) return <SkeletonRows label={m.session_reading()} />;
  return (
    <>
      <SessionList sessions={sessions} onEnd={(session) => end.send({ type: 'dialog.opened', subject: session })} />
      {sessions.length > 1 && (
        <Button onClick={() => end.send({ type: 'dialog.opened', subject: 'others' })}>{m.session_end_others()}</Button>
      )}
      <ConfirmDialog
        open={isAsking}
        {...questionOf(subject)}
        busy={isEnding}
        problem={sentenceText(sentence)}
        onConfirm={() => end.send({ type: 'form.submitted', given: null })}
        onClose={() => end.send({ type: 'dialog.closed' })}
      />
    </>
  );
}

function Everywhere() {
  const { sentence, isBusy, submit } = useForm(usePeople().profile.logOutEverywhere);
  return (
    <>
      <p className="muted">{m.profile_everywhere_why()}</p>
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentence}
        </p>
      )}
      <div className={styles.buttons}>
        <Button loading={isBusy} onClick={() => submit({})}>
          {m.profile_everywhere()}
        </Button>
      </div>
    </>
  );
}

/** The person's sessions, and buttons that end them. */
export const Sessions = () => (
  <Section title={m.profile_sessions()} lead={m.session_lead()}>
    <Listed />
    <Everywhere />
  </Section>
);
