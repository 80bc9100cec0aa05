import { useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths, useGo, useTextParam } from '../routing.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import { NewPassword } from './NewPassword.tsx';

export function Recovery() {
  const hash = useTextParam('hash');
  const { recovery } = usePeople();
  const go = useGo();
  const machine = useMemo(() => recovery(hash), [recovery, hash]);
  const { ref, problems, sentence, code, isBusy, onSubmit } = useForm(machine, () =>
    go(paths.login, { replace: true, state: 'recovered' }),
  );
  return (
    <Entrance name={m.recovery()} title={m.recovery_title()} below={<Link to={paths.login}>{m.login_back()}</Link>}>
      <Answer error={sentence} />
      {code === 'recovery_invalid' ? (
        <Link to={paths.forgot} className={buttonClass({ kind: 'primary', size: 'large' })}>
          {m.recovery_ask_again()}
        </Link>
      ) : (
        <EntranceForm label={m.recovery()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.recovery_save()}>
          <NewPassword label={m.password_new()} problem={problems.password ?? null} />
        </EntranceForm>
      )}
    </Entrance>
  );
}
