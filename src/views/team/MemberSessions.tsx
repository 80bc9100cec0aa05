import { useSelector } from '@xstate/react';
import { use, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Member } from '../../../domain/api/people.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { SessionList } from '../account/SessionList.tsx';
import { useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';

type End = ActorRefFrom<FormDialog<Member, null, unknown>>;

interface ListedProps {
  readonly teamId: number;
  readonly member: Member;
}

function Listed({ teamId, member }: ListedProps) {
  const { ofMember } = use(useScreens().sessions());
  const part = useMemo(() => ofMember(teamId, member.id), [ofMember, teamId, member.id]);
  const { failure, retry } = useReading(part.reading);
  const sessions = useStored(part.sessions);
  if (failure !== null) return <FailedState title={m.session_unreadable()} sentence={failure} onRetry={retry} />;
  if (sessions === null) return <SkeletonRows label={m.session_reading()} />;
  if (sessions.length === 0) return <p className="muted">{m.session_member_none({ name: member.name })}</p>;
  return <SessionList sessions={sessions} />;
}

/** A member's sessions, and a button that ends all of them. */
export function MemberSessions({ teamId, end }: { readonly teamId: number; readonly end: End }) {
  const { subject, sentence } = useSelector(end, ({ context }) => context);
  const isOpen = useSelector(end, ({ value }) => value !== 'closed');
  const isEnding = useSelector(end, ({ value }) => value === 'submitting');
  const close = () => end.send({ type: 'dialog.closed' });
  return (
    <Dialog
      open={isOpen}
      middle
      title={m.session_member({ name: subject?.name ?? '' })}
      lead={m.session_member_why()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button kind="danger" loading={isEnding} onClick={() => end.send({ type: 'form.submitted', given: null })}>
            {m.session_member_end()}
          </Button>
        </>
      }
    >
      {subject !== null && (
        <Arriving fallback={<SkeletonRows label={m.session_reading()} />}>
          <Listed key={subject.id} teamId={teamId} member={subject} />
        </Arriving>
      )}
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
    </Dialog>
  );
}
