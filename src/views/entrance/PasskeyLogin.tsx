import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Answer } from './Entrance.tsx';

/** Logging in with a passkey instead of address and password. */
export function PasskeyLogin() {
  const { sentence, isBusy, submit } = useForm(usePeople().passkeyLogin);
  return (
    <>
      <Answer error={sentence} />
      <Button size="large" loading={isBusy} onClick={() => submit({})}>
        {m.factor_login_passkey()}
      </Button>
    </>
  );
}
