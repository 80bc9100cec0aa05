import { useMemo } from 'react';
import type { Invitation as Invited } from '../../../domain/api/people.ts';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { textsOf, useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { useReading, useStored } from '../reading.ts';
import { Link, paths, useTextParam } from '../routing.tsx';
import { WholePageSpinner } from '../shell/Whole.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import styles from './entrance.module.css';
import { KnownPassword } from './fields.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { InvitationScreen } from './needs.ts';

/** The account's address, stored by a password manager with the password. It is not sent. */
const Address = ({ invitation }: { readonly invitation: Invited }) => (
  <Field label={m.login_email()} type="email" autoComplete="username" value={invitation.email} readOnly />
);

function Newcomer({ screen, invitation }: { readonly screen: InvitationScreen; readonly invitation: Invited }) {
  const { ref, problems, sentence, isBusy, onSubmit } = useForm(screen.newcomer);
  return (
    <>
      <Answer error={sentence} />
      <EntranceForm label={m.invite()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.invite_join()}>
        <Address invitation={invitation} />
        <Field
          name="name"
          label={m.register_name()}
          placeholder={m.register_name_example()}
          autoComplete="name"
          problem={problems.name ?? null}
        />
        <NewPassword
          problem={problems.password ?? null}
          own={() => ({ ...textsOf(ref.current), email: invitation.email, teams: [invitation.team.name] })}
        />
      </EntranceForm>
    </>
  );
}

function Known({ screen, invitation }: { readonly screen: InvitationScreen; readonly invitation: Invited }) {
  const { ref, problems, sentence, isBusy, onSubmit } = useForm(screen.known);
  return (
    <>
      <Answer error={sentence} />
      <EntranceForm label={m.invite()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.invite_log_in()}>
        <Address invitation={invitation} />
        <KnownPassword problem={problems.password ?? null} />
      </EntranceForm>
    </>
  );
}

/** The link of an invitation, opened by a person who is not signed in. */
export function Invitation() {
  const hash = useTextParam('hash');
  const { invitation: screenOf } = usePeople();
  const screen = useMemo(() => screenOf(hash), [screenOf, hash]);
  const opened = useStored(screen.opened);
  const { failure, retry } = useReading(screen.reading);
  if (failure !== null) {
    return (
      <Entrance name={m.invite()} title={m.invite_title()}>
        <FailedState title={m.invite_unreadable()} sentence={failure} onRetry={retry} />
      </Entrance>
    );
  }
  if (opened === null) return <WholePageSpinner />;
  if (opened.kind !== 'open') {
    return (
      <Entrance name={m.invite()} title={m.invite_over()}>
        <Answer error={opened.sentence} />
        <Link to={paths.login} className={buttonClass({ kind: 'primary', size: 'large' })}>
          {m.invite_to_login()}
        </Link>
      </Entrance>
    );
  }
  const { invitation } = opened;
  const { team, invited_by, is_registered } = invitation;
  return (
    <Entrance name={m.invite()} title={m.invite_join_team({ team: team.name })}>
      <p className={styles.lead}>
        {invited_by === null ? m.invite_you() : m.invite_by({ name: invited_by })} {is_registered ? m.invite_known() : m.invite_newcomer()}
      </p>
      {is_registered ? <Known screen={screen} invitation={invitation} /> : <Newcomer screen={screen} invitation={invitation} />}
    </Entrance>
  );
}
