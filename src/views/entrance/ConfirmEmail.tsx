import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { usePeople } from '../people.tsx';
import { paths, Redirect, useTextParam } from '../routing.tsx';
import { WholePageSpinner } from '../shell/Whole.tsx';
import { Answer, Entrance } from './Entrance.tsx';

/** Confirms the address and redirects to the screen that says so. It is visible only while the server does not answer. */
export function ConfirmEmail() {
  const hash = useTextParam('hash');
  const { confirmation } = usePeople();
  const actor = useActorRef(useMemo(() => confirmation(hash), [confirmation, hash]));
  const place = useSelector(actor, ({ value }) => value);
  switch (place) {
    case 'confirming':
      return <WholePageSpinner />;
    case 'confirmed':
      return <Redirect to={paths.login} replace state="confirmed" />;
    case 'refused':
      return <Redirect to={paths.register} replace state="notConfirmed" />;
    case 'unanswered':
      return (
        <Entrance name={m.confirm_email()} title={m.confirm_email_title()}>
          <Answer error={m.confirm_email_unanswered()} />
          <PlainButton kind="primary" size="large" onClick={() => actor.send({ type: 'retry.requested' })}>
            {m.action_try_again()}
          </PlainButton>
        </Entrance>
      );
  }
}
