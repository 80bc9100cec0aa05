import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Answer } from './Entrance.tsx';

/** Sends the confirmation mail again to the typed address. */
export function SendAgain({ email }: { readonly email: () => string }) {
  const { problems, sentence, output, isBusy, submit } = useForm(usePeople().resendConfirmation);
  return (
    <>
      <Answer error={problems.email ?? sentence} success={output && m.login_link_sent()} />
      {output === null && (
        <Button loading={isBusy} onClick={() => submit({ email: email() })}>
          {m.login_send_again()}
        </Button>
      )}
    </>
  );
}
