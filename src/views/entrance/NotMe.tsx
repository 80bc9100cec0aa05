import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths, useGo, useTextParam } from '../routing.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';

/**
 * Opened from a mail about a change that somebody else may have made. Nothing happens before the button is pressed, because mail programs open links
 * too.
 */
export function NotMe() {
  const hash = useTextParam('hash');
  const { notMe } = usePeople();
  const go = useGo();
  const machine = useMemo(() => notMe(hash), [notMe, hash]);
  const { ref, sentence, code, isBusy, onSubmit } = useForm(machine, (chosen) => go(paths.recovery(chosen), { replace: true }));
  return (
    <Entrance name={m.session_not_me()} title={m.session_not_me()} below={<Link to={paths.login}>{m.login_back()}</Link>}>
      <Answer error={sentence} />
      {code === 'notice_invalid' ? (
        <Link to={paths.forgot} className={buttonClass({ kind: 'primary', size: 'large' })}>
          {m.recovery_ask_again()}
        </Link>
      ) : (
        <EntranceForm label={m.session_not_me()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.session_not_me_action()}>
          <p>{m.session_not_me_why()}</p>
        </EntranceForm>
      )}
    </Entrance>
  );
}
