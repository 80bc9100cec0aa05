import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useIsSignedIn, useShowNotice } from '../actum.tsx';
import { usePeople } from '../people.tsx';
import { paths, Redirect, useTextParam } from '../routing.tsx';
import { WholePageSpinner } from '../shell/Whole.tsx';
import { Answer, Entrance } from './Entrance.tsx';

/** A signed-in person goes to the projects, and sees the confirmation there as a notice. */
function Said({ text, isConfirmed }: { readonly text: string; readonly isConfirmed: boolean }) {
  const show = useShowNotice();
  useEffect(() => (isConfirmed ? show(text, 'done') : show(text)), [show, text, isConfirmed]);
  return <Redirect to={paths.projects} replace />;
}

/** Confirms the address and redirects to the screen that says so. It is visible only while the server does not answer. */
export function ConfirmEmail() {
  const hash = useTextParam('hash');
  const isSignedIn = useIsSignedIn();
  const { confirmation } = usePeople();
  const actor = useActorRef(useMemo(() => confirmation(hash), [confirmation, hash]));
  const state = useSelector(actor, ({ value }) => value);
  switch (state) {
    case 'confirming':
      return <WholePageSpinner />;
    case 'confirmed':
      return isSignedIn ? <Said text={m.login_confirmed()} isConfirmed /> : <Redirect to={paths.login} replace state="confirmed" />;
    case 'refused':
      return isSignedIn ? (
        <Said text={m.register_not_confirmed()} isConfirmed={false} />
      ) : (
        <Redirect to={paths.register} replace state="notConfirmed" />
      );
    case 'unanswered':
      return (
        <Entrance name={m.confirm_email()} title={m.confirm_email_title()}>
          <Answer error={m.confirm_email_unanswered()} />
          <Button kind="primary" size="large" onClick={() => actor.send({ type: 'retry.requested' })}>
            {m.action_try_again()}
          </Button>
        </Entrance>
      );
  }
}
