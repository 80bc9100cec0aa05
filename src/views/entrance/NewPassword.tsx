import { PASSWORD_MIN_LENGTH } from '../../../domain/contract/credentials.ts';
import { m } from '../../messages/messages.ts';
import { Field } from '../../ui/Field.tsx';

interface NewPasswordProps {
  readonly problem: string | null;
  readonly name?: string;
  readonly label?: string;
}

/** A field for a new password. */
export const NewPassword = ({ problem, name = 'password', label = m.login_password() }: NewPasswordProps) => (
  <Field
    name={name}
    label={label}
    type="password"
    placeholder={m.login_enter_password()}
    autoComplete="new-password"
    note={m.password_note({ count: PASSWORD_MIN_LENGTH })}
    problem={problem}
  />
);
