import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { ssoProve } from '../../../domain/sentences/singleSignOn.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Arriving } from '../../ui/Arriving.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useCompanyWayIn, useIsSignedIn } from '../actum.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths, Redirect, useTextParam } from '../routing.tsx';
import { WholePageSpinner } from '../shell/Whole.tsx';
import styles from './company.module.css';
import { Answer, Entrance } from './Entrance.tsx';

const primary = buttonClass({ kind: 'primary', size: 'large' });

/** The query the page was opened with. It is taken out of the address, because it holds a code. */
function useOpenedSearch(): string {
  const opened = useRef(window.location.search).current;
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return opened;
}

/** The other way to prove that an account is one's own, where passwords are allowed at all. */
const ByPassword = () =>
  useCompanyWayIn()?.is_only_way ? null : (
    <Link className={primary} to={paths.login}>
      {m.sso_by_password()}
    </Link>
  );

/** The page that the provider, or the mail that connects an account, leads back to. It is visible only while the person still has to act. */
export function CompanyReturn() {
  const hash = useTextParam('hash');
  const search = useOpenedSearch();
  const isSignedIn = useIsSignedIn();
  const { companySignIn } = usePeople();
  const machine = useMemo(() => companySignIn({ search, hash: hash === '' ? null : hash }), [companySignIn, search, hash]);
  const actor = useActorRef(machine, { input: { task: 'answer' } });
  const state = useSelector(actor, ({ value }) => value);
  const { sentence, path } = useSelector(actor, ({ context }) => context);
  const said = sentenceText(sentence);
  switch (state) {
    case 'refused':
      return (
        <Entrance name={m.sso()} title={m.sso_refused()}>
          <Answer error={said} />
          <Link className={primary} to={isSignedIn ? paths.projects : paths.login}>
            {isSignedIn ? m.sso_to_projects() : m.invite_to_login()}
          </Link>
        </Entrance>
      );
    case 'unanswered':
      return (
        <Entrance name={m.sso()} title={m.sso_unanswered()}>
          <Answer error={said} />
          <Button kind="primary" size="large" onClick={() => actor.send({ type: 'retry.requested' })}>
            {m.action_try_again()}
          </Button>
        </Entrance>
      );
    case 'unproved':
    case 'mailing':
    case 'mailed':
      return (
        <Entrance name={m.sso()} title={m.sso_yours()}>
          {state === 'mailed' ? (
            <Answer error={null} success={m.sso_mailed()} />
          ) : sentence?.code === ssoProve.code ? (
            <p className={styles.said}>{said}</p>
          ) : (
            <Answer error={said} />
          )}
          <div className={styles.ways}>
            <Arriving>
              <ByPassword />
            </Arriving>
            {state !== 'mailed' && (
              <Button size="large" loading={state === 'mailing'} onClick={() => actor.send({ type: 'mail.asked' })}>
                {m.sso_by_mail()}
              </Button>
            )}
          </div>
        </Entrance>
      );
    case 'arrived':
      return isSignedIn ? <Redirect to={path ?? paths.projects} replace /> : <WholePageSpinner />;
    default:
      return <WholePageSpinner />;
  }
}
