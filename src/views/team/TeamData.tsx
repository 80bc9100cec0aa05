import { useActorRef, useSelector } from '@xstate/react';
import { use, useMemo } from 'react';
import type { Team } from '../../../domain/api/people.ts';
import { may } from '../../../domain/permissions.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { DataDownload } from '../account/DataDownload.tsx';
import styles from '../account/ownData.module.css';
import { useShowNotice } from '../actum.tsx';
import { NameDialog } from '../NameDialog.tsx';
import { usePeople } from '../people.tsx';
import { useEmitted } from '../reading.ts';
import team from './team.module.css';

interface TeamDataProps {
  readonly of: Team;
  readonly onGone: () => void;
}

/** A team's data, downloaded or deleted by its owner. */
export function TeamData({ of, onGone }: TeamDataProps) {
  return may(of.role, 'ownTeam') ? <OwnedTeam of={of} onGone={onGone} /> : null;
}

function OwnedTeam({ of, onGone }: TeamDataProps) {
  const { team: dataOf } = use(usePeople().ownData());
  const part = useMemo(() => dataOf(of.id), [dataOf, of.id]);
  const removal = useActorRef(part.removal);
  const { sentence, problems } = useSelector(removal, ({ context }) => context);
  const isAsking = useSelector(removal, ({ value }) => value !== 'closed');
  const isRemoving = useSelector(removal, ({ value }) => value === 'submitting');
  const show = useShowNotice();
  useEmitted(removal, 'form.accepted', () => {
    show(m.data_team_deleted({ team: of.name }), 'done');
    onGone();
  });
  return (
    <section className={team.part}>
      <h3>{m.data_team()}</h3>
      <p className="muted">{m.data_team_lead()}</p>
      <div className={styles.actions}>
        <DataDownload machine={part.download} label={m.data_download_team()} />
        <Button onClick={() => removal.send({ type: 'dialog.opened', subject: null })}>{m.data_delete_team()}</Button>
      </div>
      <NameDialog
        open={isAsking}
        title={m.data_delete_team_question({ team: of.name })}
        lead={m.data_delete_team_why()}
        label={m.data_delete_team_name()}
        placeholder={of.name}
        action={m.data_delete_team()}
        kind="danger"
        busy={isRemoving}
        problem={sentenceText(problems.name ?? sentence)}
        onSubmit={(name) => removal.send({ type: 'form.submitted', given: { name } })}
        onClose={() => removal.send({ type: 'dialog.closed' })}
      />
    </section>
  );
}
