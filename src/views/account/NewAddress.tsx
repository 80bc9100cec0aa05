import { useMemo } from 'react';
import * as say from '../../../domain/sentences/people.ts';
import { m } from '../../messages/messages.ts';
import { useProfile, useShowNotice } from '../actum.tsx';
import { Answer, Entrance, EntranceForm } from '../entrance/Entrance.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths, useGo, useTextParam } from '../routing.tsx';

/** Refusals after which the link is of no use to this person any more. */
const OVER: readonly (string | null)[] = [
  say.addressLinkInvalid.code,
  say.addressOfOther.code,
  say.addressTakenMeanwhile.code,
  say.addressHeld.code,
];

/** Opened from the mail to a new address. Nothing happens before the button is pressed: mail programs open links too. */
export function NewAddress() {
  const hash = useTextParam('hash');
  const { newAddress } = usePeople();
  const profile = useProfile();
  const go = useGo();
  const show = useShowNotice();
  const machine = useMemo(() => newAddress(hash), [newAddress, hash]);
  const { ref, sentence, code, isBusy, onSubmit } = useForm(machine, ({ email }) => {
    show(m.email_changed({ email }), 'done');
    go(paths.account, { replace: true });
  });
  return (
    <Entrance name={m.email_new()} title={m.email_new()} below={<Link to={paths.account}>{m.email_to_account()}</Link>}>
      <Answer error={sentence} />
      {!OVER.includes(code) && (
        <EntranceForm label={m.email_new()} formRef={ref} onSubmit={onSubmit} isBusy={isBusy} action={m.email_new_action()}>
          <p>{m.email_new_why({ name: profile?.name ?? '', email: profile?.email ?? '' })}</p>
        </EntranceForm>
      )}
    </Entrance>
  );
}
