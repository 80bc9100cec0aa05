import type { ActorRefFrom } from 'xstate';
import type { Member, PendingInvitation, Team } from '../../../domain/api/people.ts';
import { may, permissionToEdit } from '../../../domain/permissions.ts';
import type { TeamChange, teamChangeMachine } from '../../machines/teamChange/teamChange.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { shownMoment } from '../dates.ts';
import { GIVEN_ROLES, ROLE_MEANINGS, ROLE_NAMES } from './roles.ts';
import styles from './team.module.css';

type Change = ActorRefFrom<typeof teamChangeMachine>;
interface MembersProps {
  readonly team: Team;
  readonly members: readonly Member[];
  /** The signed-in person. */
  readonly ownId: number;
  readonly change: Change;
  /** Changes on their way. */
  readonly underWay: readonly TeamChange[];
  readonly onSessions: (member: Member) => void;
  readonly onLimits: (member: Member) => void;
}

interface RoleMenuProps {
  readonly member: Member;
  readonly change: Change;
  readonly busy: boolean;
}
function RoleMenu({ member, change, busy }: RoleMenuProps) {
  return (
    <Menu
      trigger={
        <Button
          kind="ghost"
          size="small"
          loading={busy}
          aria-label={m.team_role_of({ name: member.name, role: ROLE_NAMES[member.role]() })}
        >
          {ROLE_NAMES[member.role]()}
          <Icon name="chevronDown" />
        </Button>
      }
      options={GIVEN_ROLES.map((role) => ({
        key: role,
        label: ROLE_NAMES[role](),
        note: ROLE_MEANINGS[role](),
        chosen: role === member.role,
      }))}
      onChoose={(key) => {
        const role = GIVEN_ROLES.find((each) => each === key);
        if (role !== undefined && role !== member.role) change.send({ type: 'change.chosen', change: { kind: 'role', member, role } });
      }}
    />
  );
}

/** The members of the team, with the actions the signed-in person has for each. */
export function Members({ team, members, ownId, change, underWay, onSessions, onLimits }: MembersProps) {
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <ul className={styles.people}>
      {members.map((member) => {
        const isOwn = member.id === ownId;
        const isEditable = !isOwn && may(team.role, permissionToEdit(member.role));
        const isChanging = underWay.some((each) => each.kind === 'role' && each.member.id === member.id);
        const isLastOwner = member.role === 'owner' && owners === 1;
        return (
          <li key={member.id} className={styles.person}>
            <div className={styles.who}>
              <b>{isOwn ? m.team_you({ name: member.name }) : member.name}</b>
              <span>{member.email}</span>
            </div>
            {isEditable ? (
              <RoleMenu member={member} change={change} busy={isChanging} />
            ) : (
              <span className={styles.role}>{ROLE_NAMES[member.role]()}</span>
            )}
            {isEditable && member.role === 'regular' && (
              <Button kind="ghost" size="small" aria-label={m.access_limits_of({ name: member.name })} onClick={() => onLimits(member)}>
                {m.access_limits()}
              </Button>
            )}
            {isEditable && (
              <Button kind="ghost" size="small" aria-label={m.session_of_member({ name: member.name })} onClick={() => onSessions(member)}>
                {m.session_sessions()}
              </Button>
            )}
            {isEditable && (
              <Button
                kind="ghost"
                size="small"
                icon="trash"
                aria-label={m.team_remove_person({ name: member.name })}
                onClick={() => change.send({ type: 'change.chosen', change: { kind: 'removal', member } })}
              />
            )}
            {isOwn && (
              <Button
                size="small"
                blocked={isLastOwner ? m.team_last_owner() : null}
                onClick={() => change.send({ type: 'change.chosen', change: { kind: 'leaving', member } })}
              >
                {m.team_leave()}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface InvitationsProps {
  readonly invitations: readonly PendingInvitation[];
  readonly now: number;
  readonly underWay: readonly TeamChange[];
  readonly change: Change;
}

/** The invitations without an answer. */
export const Invitations = ({ invitations, now, underWay, change }: InvitationsProps) => (
  <ul className={styles.people}>
    {invitations.map((invitation) => {
      const { id, email, role, invited_by, expires_at } = invitation;
      const isOver = Date.parse(expires_at) <= now;
      return (
        <li key={id} className={styles.person}>
          <div className={styles.who}>
            <b>{email}</b>
            <span>{m.team_invited({ role: ROLE_NAMES[role](), name: invited_by })}</span>
          </div>
          <Chip tone={isOver ? 'wrong' : 'waits'}>{isOver ? m.team_expired() : m.team_until({ day: shownMoment(expires_at) })}</Chip>
          <Button
            size="small"
            loading={underWay.some((each) => each.kind === 'resending' && each.invitation.id === id)}
            aria-label={m.team_resend_to({ email })}
            onClick={() => change.send({ type: 'change.chosen', change: { kind: 'resending', invitation } })}
          >
            {m.team_resend()}
          </Button>
          <Button
            kind="ghost"
            size="small"
            icon="trash"
            aria-label={m.team_withdraw_from({ email })}
            onClick={() => change.send({ type: 'change.chosen', change: { kind: 'withdrawal', invitation } })}
          />
        </li>
      );
    })}
  </ul>
);
