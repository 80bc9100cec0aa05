import { may } from '../../../domain/permissions.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany, useProfile } from '../actum.tsx';
import { dayOf, shownDay } from '../dates.ts';
import { useReading, useStored } from '../reading.ts';
import type { OpenedDialog } from '../shell/openedDialog.ts';
import { useOpenDialog } from '../shell/openings.ts';
import { ROLE_NAMES } from './roles.ts';
import { useMembers } from './screen.ts';
import styles from './team.module.css';

function Members({ projectId }: { readonly projectId: number }) {
  const part = useMembers(projectId);
  const members = useStored(part.members);
  const { failure, retry } = useReading(part.reading);
  const profile = useProfile();
  if (failure !== null) return <FailedState title={m.projects_people_unreadable()} sentence={failure} onRetry={retry} />;
  if (members === null) return <SkeletonRows label={m.projects_people_reading()} />;
  return (
    <ul className={styles.memberList} aria-label={m.team_members()}>
      {members.map(({ id, name, email, role, since }) => (
        <li key={id}>
          <span className={styles.member}>
            <b>{id === profile?.id ? m.team_you({ name }) : name}</b>
            <span className="faint">
              {email}
              {since !== undefined && ` · ${m.team_since({ day: shownDay(dayOf(new Date(since))) })}`}
            </span>
          </span>
          <span className="muted">{Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role as keyof typeof ROLE_NAMES]() : role}</span>
        </li>
      ))}
    </ul>
  );
}

/** The people who can open a project. They are the team's, so the team's settings invite and remove them. */
export function ProjectPeople({ open, onClose, attributes: { id, name } }: OpenedDialog) {
  const { team } = useCompany();
  const openTeam = useOpenDialog('team');
  return (
    <Dialog
      open={open}
      title={m.projects_people_of({ name: String(name) })}
      lead={m.projects_people_lead()}
      onClose={onClose}
      actions={
        <>
          {team !== null && may(team.role, 'seeTeamSettings') && (
            <>
              <Button kind="ghost" icon="people" onClick={openTeam}>
                {m.team_settings()}
              </Button>
              <span className="grow" />
            </>
          )}
          <Button onClick={() => onClose('other')}>{m.action_close()}</Button>
        </>
      }
    >
      {typeof id === 'number' && <Members projectId={id} />}
    </Dialog>
  );
}
