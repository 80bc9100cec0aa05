import { m } from '../../messages/messages.ts';
import { Field } from '../../ui/Field.tsx';
import { Link, paths } from '../routing.tsx';

interface Problem {
  readonly problem: string | null;
}

/** The address a person signs in with. */
export const EmailField = ({ problem }: Problem) => (
  <Field
    name="email"
    label={m.login_email()}
    type="email"
    placeholder={m.login_email_example()}
    autoComplete="username"
    problem={problem}
  />
);

/** The password a person signs in with, and the way out for those who have forgotten it. */
export const KnownPassword = ({ problem }: Problem) => (
  <Field
    name="password"
    label={m.login_password()}
    type="password"
    placeholder={m.login_enter_password()}
    autoComplete="current-password"
    problem={problem}
    aside={<Link to={paths.forgot}>{m.login_forgot()}</Link>}
  />
);
