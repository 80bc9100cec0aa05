import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useProfile } from '../actum.tsx';
import { NewPassword } from '../entrance/NewPassword.tsx';
import { usePeople } from '../people.tsx';
import styles from './account.module.css';
import { useKeptForm } from './keptForm.ts';
import { Section } from './Section.tsx';

interface PasswordProps {
  readonly email: string;
  readonly onChanged?: () => void;
}

/** Changing the password, which ends the person's other sessions. */
export function Password({ email, onChanged }: PasswordProps) {
  const profile = useProfile();
  const own = { email, name: profile?.name ?? '', teams: profile?.teams.map(({ name }) => name) ?? [] };
  const { ref, problems, sentence, output, isBusy, onSubmit } = useKeptForm(usePeople().profile.password, () => {
    ref.current?.reset();
    onChanged?.();
  });
  return (
    <Section title={m.profile_password()}>
      <form ref={ref} className={styles.form} aria-label={m.profile_password()} onSubmit={onSubmit} noValidate>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field
          name="old"
          label={m.password_old()}
          type="password"
          placeholder={m.login_enter_password()}
          autoComplete="current-password"
          problem={problems.old ?? null}
        />
        <NewPassword name="new" label={m.password_new()} problem={problems.new ?? null} own={() => own} />
        {sentence !== null && (
          <p className="wrong" role="alert">
            {sentence}
          </p>
        )}
        {output !== null && (
          <p className={styles.done} role="status">
            {m.profile_password_changed()}
          </p>
        )}
        <Button type="submit" loading={isBusy}>
          {m.profile_change_password()}
        </Button>
      </form>
    </Section>
  );
}
