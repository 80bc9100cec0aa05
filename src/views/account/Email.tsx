import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { usePeople } from '../people.tsx';
import styles from './account.module.css';
import { useKeptForm } from './keptForm.ts';
import { Section } from './Section.tsx';

/** Changes the person's address. The new one is set once they follow the link in the mail sent to it. */
export function Email({ email }: { readonly email: string }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useKeptForm(usePeople().profile.email, () => ref.current?.reset());
  return (
    <Section title={m.login_email()} lead={m.profile_email_why({ email })}>
      <form ref={ref} className={styles.line} aria-label={m.login_email()} onSubmit={onSubmit} noValidate>
        <Field
          name="email"
          label={m.profile_email_new()}
          type="email"
          autoComplete="email"
          problem={problems.email ?? sentence}
          note={output && <span role="status">{m.profile_email_sent({ email: output.email })}</span>}
        />
        <Button type="submit" loading={isBusy}>
          {m.profile_email_change()}
        </Button>
      </form>
    </Section>
  );
}
