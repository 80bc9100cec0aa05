import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useInvitationOffer, useLogOut } from '../actum.tsx';
import { ROLE_NAMES } from './roles.ts';
import styles from './team.module.css';

/** The invitation the page was opened by, over any screen, to accept or dismiss. */
export function InvitationOffer() {
  const { offer, join, dismiss } = useInvitationOffer();
  const logOut = useLogOut();
  if (offer === null) return null;
  switch (offer.kind) {
    case 'unknown':
    case 'refused':
      return (
        <div className={styles.offer} role="alert">
          <Icon name="alert" />
          <p className="grow">{offer.kind === 'unknown' ? m.invite_unknown() : sentenceText(offer.sentence)}</p>
          <Button size="small" onClick={dismiss}>
            {m.action_dismiss()}
          </Button>
          {offer.kind === 'refused' && offer.isUnanswered && (
            <Button size="small" onClick={join}>
              {m.action_try_again()}
            </Button>
          )}
        </div>
      );
    case 'foreign': {
      const { team, email } = offer.found.invitation;
      return (
        <div className={styles.offer} role="status">
          <Icon name="people" />
          <p className="grow">{m.invite_foreign({ team: team.name, email })}</p>
          <Button size="small" onClick={dismiss}>
            {m.action_dismiss()}
          </Button>
          <Button size="small" onClick={logOut}>
            {m.shell_log_out()}
          </Button>
        </div>
      );
    }
    case 'offered':
    case 'joining': {
      const { team, invited_by, role } = offer.found.invitation;
      return (
        <section className={styles.offer} aria-label={m.invite()}>
          <Icon name="people" />
          <p className="grow">
            {invited_by === null ? m.invite_you() : m.invite_by({ name: invited_by })} {m.invite_as({ role: ROLE_NAMES[role]() })}
          </p>
          <Button size="small" onClick={dismiss}>
            {m.invite_not_now()}
          </Button>
          <Button kind="primary" size="small" loading={offer.kind === 'joining'} onClick={join}>
            {m.invite_join_team({ team: team.name })}
          </Button>
        </section>
      );
    }
  }
}
