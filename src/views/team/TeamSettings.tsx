import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { Team } from '../../../domain/api/people.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { notFound } from '../../../domain/sentences/general.ts';
import { isAskedFirst, type TeamChange } from '../../machines/teamChange/teamChange.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany, useLanguage, useProfile } from '../actum.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import { Link, paths, useGo } from '../routing.tsx';
import { LANGUAGE_NAMES } from '../shell/choices.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { MemberLimits } from './MemberLimits.tsx';
import { MemberSessions } from './MemberSessions.tsx';
import type { TeamSettings as Settings } from './needs.ts';
import { Invitations, Members } from './People.tsx';
import { GIVEN_ROLES, type GivenRole, ROLE_MEANINGS, ROLE_NAMES } from './roles.ts';
import { TeamData } from './TeamData.tsx';
import { TeamFactors } from './TeamFactors.tsx';
import styles from './team.module.css';

function Rename({ settings, team }: { readonly settings: Settings; readonly team: Team }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(settings.rename);
  return (
    <form ref={ref} className={styles.line} aria-label={m.team_rename()} onSubmit={onSubmit} noValidate>
      <Field
        name="name"
        label={m.team_name()}
        defaultValue={team.name}
        autoComplete="off"
        problem={problems.name ?? sentence}
        note={output && <span role="status">{m.saved()}</span>}
      />
      <Button type="submit" loading={isBusy}>
        {m.team_rename()}
      </Button>
    </form>
  );
}

function Invite({ settings, onInvited }: { readonly settings: Settings; readonly onInvited: () => void }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(settings.invite, () => {
    ref.current?.reset();
    onInvited();
  });
  const [role, setRole] = useState<GivenRole>('regular');
  const [language, setLanguage] = useState(useLanguage());
  return (
    <form ref={ref} className={styles.invite} aria-label={m.team_invite()} onSubmit={onSubmit} noValidate>
      <Field
        name="email"
        label={m.team_invite_email()}
        type="email"
        placeholder={m.login_email_example()}
        autoComplete="off"
        problem={problems.email ?? problems.role ?? problems.language ?? sentence}
        note={output && <span role="status">{m.team_sent({ email: output.email })}</span>}
      />
      <input type="hidden" name="role" value={role} />
      <input type="hidden" name="language" value={language} />
      <Select
        label={m.team_role()}
        value={role}
        options={GIVEN_ROLES.map((each) => ({ key: each, label: ROLE_NAMES[each]() }))}
        onChoose={(key) => setRole(GIVEN_ROLES.find((each) => each === key) ?? 'regular')}
      />
      <Select
        label={m.team_invite_language()}
        value={language}
        options={LANGUAGES.map((each) => ({ key: each, label: LANGUAGE_NAMES[each]() }))}
        onChoose={(key) => setLanguage(LANGUAGES.find((each) => each === key) ?? language)}
      />
      <Button kind="primary" type="submit" loading={isBusy}>
        {m.team_invite()}
      </Button>
      <p className={styles.explained}>{ROLE_MEANINGS[role]()}</p>
    </form>
  );
}

/** The confirmation of a change that takes a right from somebody. */
function questionOf(change: TeamChange, team: Team) {
  switch (change.kind) {
    case 'leaving':
      return { title: m.team_leave_question({ team: team.name }), description: m.team_leave_why(), action: m.team_leave() };
    case 'removal':
      return {
        title: m.team_remove_question({ name: change.member.name, team: team.name }),
        description: m.team_remove_why(),
        action: m.team_remove(),
      };
    case 'withdrawal':
      return {
        title: m.team_withdraw_question({ email: change.invitation.email }),
        description: m.team_withdraw_why(),
        action: m.team_withdraw(),
        cancel: m.team_withdraw_keep(),
      };
    default:
      return { title: '', description: '', action: '' };
  }
}

interface KnownTeamProps {
  readonly settings: Settings;
  readonly team: Team;
  readonly ownId: number;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

function KnownTeam({ settings, team, ownId, onLeft, onClose }: KnownTeamProps) {
  const { failure, retry, reload } = useReading(settings.reading);
  const members = useStored(settings.members);
  const invitations = useStored(settings.invitations);
  const [now] = useState(Date.now);
  const sessions = useActorRef(settings.endSessions);
  const limits = useActorRef(settings.limits);
  const actor = useActorRef(settings.change);
  const { change, waiting, sentence } = useSelector(actor, ({ context }) => context);
  const isMaking = useSelector(actor, (snapshot) => snapshot.matches('making'));
  const limitsRefused = useSelector(limits, ({ context }) => context.sentence);
  const isGone = [sentence, limitsRefused].some((refused) => refused?.code === notFound.code);
  // A member who has left meanwhile is removed from the list.
  useEffect(() => {
    if (isGone) reload();
  }, [isGone, reload]);
  useEmitted(actor, 'change.made', (event) => (event.change.kind === 'leaving' ? onLeft() : reload()));
  const underWay = isMaking && change !== null ? [change, ...waiting] : waiting;
  const isAsking = change !== null && isAskedFirst(change);
  if (failure !== null) return <FailedState title={m.team_unreadable()} sentence={failure} onRetry={retry} />;
  if (members === null || invitations === null) return <SkeletonRows label={m.team_reading()} />;
  return (
    <>
      <section className={styles.part}>
        <Rename settings={settings} team={team} />
      </section>
      <CompanyForm settings={settings} teamId={team.id} />
      <section className={styles.part}>
        <h3>{m.team_invite_somebody()}</h3>
        <Invite settings={settings} onInvited={reload} />
      </section>
      <section className={styles.part}>
        <h3>
          {m.team_members()} <span className="faint">{members.length}</span>
        </h3>
        {!isAsking && sentence !== null && (
          <p className="wrong" role="alert">
            {sentenceText(sentence)}
          </p>
        )}
        <Members
          team={team}
          members={members}
          ownId={ownId}
          change={actor}
          underWay={underWay}
          onSessions={(subject) => sessions.send({ type: 'dialog.opened', subject })}
          onLimits={(member) => limits.send({ type: 'limits.opened', member })}
        />
      </section>
      <TeamFactors teamId={team.id} />
      <section className={styles.part}>
        <h3>{m.log_title()}</h3>
        <Link to={paths.securityLog(team.id)} onClick={onClose}>
          {m.log_open()}
        </Link>
      </section>
      {invitations.length > 0 && (
        <section className={styles.part}>
          <h3>
            {m.team_invitations()} <span className="faint">{invitations.length}</span>
          </h3>
          <Invitations invitations={invitations} now={now} underWay={underWay} change={actor} />
        </section>
      )}
      <TeamData of={team} onGone={onLeft} />
      <MemberSessions teamId={team.id} end={sessions} />
      <MemberLimits actor={limits} />
      <ConfirmDialog
        open={isAsking}
        {...(change === null ? { title: '', description: '', action: '' } : questionOf(change, team))}
        busy={isMaking}
        problem={sentenceText(sentence)}
        onConfirm={() => actor.send({ type: 'change.confirmed' })}
        onClose={() => actor.send({ type: 'change.dismissed' })}
      />
    </>
  );
}

interface TeamSettingsProps {
  readonly open: boolean;
  readonly onClose: (reason: CloseReason) => void;
}

/** The people and the name of the active team. */
export function TeamSettings({ open, onClose }: TeamSettingsProps) {
  const { team: settingsOf } = usePeople();
  const { team } = useCompany();
  const profile = useProfile();
  const go = useGo();
  const id = team?.id ?? null;
  const settings = useMemo(() => (id === null ? null : settingsOf(id)), [settingsOf, id]);
  return (
    <Dialog
      open={open}
      middle
      title={m.team_settings()}
      onClose={onClose}
      actions={<Button onClick={() => onClose('other')}>{m.action_close()}</Button>}
    >
      {settings !== null && team !== null && profile !== null && (
        <KnownTeam
          key={team.id}
          settings={settings}
          team={team}
          ownId={profile.id}
          onClose={() => onClose('other')}
          onLeft={() => {
            onClose('other');
            go(paths.projects);
          }}
        />
      )}
    </Dialog>
  );
}
