import { m } from '../../messages/messages.ts';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { Link, paths } from '../routing.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import styles from './entrance.module.css';
import { EmailField } from './fields.tsx';

export function Forgot() {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(usePeople().forgot);
  return (
    <Entrance name={m.forgot()} title={m.forgot_title()} below={<Link to={paths.login}>{m.login_back()}</Link>}>
      <p className={styles.lead}>{m.forgot_lead()}</p>
      <Answer error={sentence} success={output && m.forgot_sent()} />
      <EntranceForm
        label={m.forgot()}
        formRef={ref}
        onSubmit={onSubmit}
        isBusy={isBusy}
        action={output === null ? m.forgot_send() : m.forgot_send_again()}
      >
        <EmailField problem={problems.email ?? null} />
      </EntranceForm>
    </Entrance>
  );
}
