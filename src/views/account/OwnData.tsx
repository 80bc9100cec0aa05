import { useActorRef, useSelector } from '@xstate/react';
import { use, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { useShowNotice } from '../actum.tsx';
import { dayOf, shownDay } from '../dates.ts';
import { usePeople } from '../people.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { DataDownload } from './DataDownload.tsx';
import styles from './ownData.module.css';
import type { OwnDataScreens } from './ownDataNeeds.ts';
import { Section } from './Section.tsx';

type Own = ReturnType<OwnDataScreens['own']>;

/** Exports or deletes the person's own data. */
export function OwnData() {
  const { own } = use(usePeople().ownData());
  const part = useMemo(own, [own]);
  const removal = useActorRef(part.removal);
  const { sentence } = useSelector(removal, ({ context }) => context);
  const isAsking = useSelector(removal, ({ value }) => value !== 'closed');
  const isRemoving = useSelector(removal, ({ value }) => value === 'submitting');
  return (
    <>
      <Section title={m.data_own()} lead={m.data_own_lead()}>
        <div className={styles.actions}>
          <DataDownload machine={part.download} label={m.data_download_own()} />
          <Button onClick={() => removal.send({ type: 'dialog.opened', subject: null })}>{m.data_delete_account()}</Button>
        </div>
        <ConfirmDialog
          open={isAsking}
          title={m.data_delete_account_question()}
          description={m.data_delete_account_why()}
          action={m.data_delete_account()}
          busy={isRemoving}
          problem={sentenceText(sentence)}
          onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
          onClose={() => removal.send({ type: 'dialog.closed' })}
        />
      </Section>
      <DeletedTeams part={part} />
    </>
  );
}

function DeletedTeams({ part }: { readonly part: Own }) {
  const { failure, retry } = useReading(part.reading);
  const teams = useStored(part.deleted);
  const restoring = useActorRef(part.restoring);
  const show = useShowNotice();
  const { subject, sentence } = useSelector(restoring, ({ context }) => context);
  const isAsking = useSelector(restoring, ({ value }) => value !== 'closed');
  const isRestoring = useSelector(restoring, ({ value }) => value === 'submitting');
  useEmitted(restoring, 'form.accepted', ({ output }) => show(m.data_restored({ team: output.name }), 'done'));
  if (failure !== null) return <FailedState title={m.data_deleted_teams()} sentence={failure} onRetry={retry} />;
  if (teams === null || teams.length === 0) return null;
  return (
    <Section title={m.data_deleted_teams()} lead={m.data_deleted_teams_lead()}>
      <ul className={styles.deleted}>
        {teams.map((team) => (
          <li key={team.id}>
            <span>
              {team.name} <span className="faint">{m.data_gone_at({ day: shownDay(dayOf(new Date(team.gone_at))) })}</span>
            </span>
            <Button onClick={() => restoring.send({ type: 'dialog.opened', subject: team })}>{m.action_restore()}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        kind="primary"
        title={m.data_restore_question({ team: subject?.name ?? '' })}
        description={m.data_restore_why()}
        action={m.action_restore()}
        busy={isRestoring}
        problem={sentenceText(sentence)}
        onConfirm={() => restoring.send({ type: 'form.submitted', given: null })}
        onClose={() => restoring.send({ type: 'dialog.closed' })}
      />
    </Section>
  );
}
