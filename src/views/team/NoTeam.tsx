import { m } from '../../messages/messages.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { useLogOut } from '../actum.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { useTitle } from '../routing.tsx';
import { InvitationOffer } from './InvitationOffer.tsx';
import { TeamNameField } from './NewTeam.tsx';
import styles from './team.module.css';

const OwnData = lazyPart(() => import('../account/OwnData.tsx').then((module) => module.OwnData));

/** The page of a person without a team. Teams they deleted are restored here, too. */
export function NoTeam() {
  const { ref, problems, sentence, isBusy, onSubmit } = useForm(usePeople().newTeam);
  const logOut = useLogOut();
  useTitle(m.shell_no_team());
  return (
    <main className={styles.noTeam}>
      <InvitationOffer />
      <EmptyState level="h1" title={m.shell_no_team()}>
        {m.team_none_lead()}
      </EmptyState>
      <form ref={ref} className={styles.noTeamForm} aria-label={m.team_new()} onSubmit={onSubmit} noValidate>
        <TeamNameField problem={problems.name ?? sentence} />
        <Button kind="primary" size="large" type="submit" loading={isBusy}>
          {m.team_create()}
        </Button>
      </form>
      <Button kind="ghost" onClick={logOut}>
        {m.shell_log_out()}
      </Button>
      <Arriving>
        <div className={styles.noTeamData}>
          <OwnData />
        </div>
      </Arriving>
    </main>
  );
}
