import { type FormEvent, useEffect, useId } from 'react';
import { m } from '../../messages/messages.ts';
import { useLoginForm } from '../actum.tsx';
import styles from './login.module.css';

export interface LoginProps {
  readonly forgotPath: string;
  readonly registerPath: string;
  /** Said when something went well elsewhere: "Email has been successfully confirmed". */
  readonly success?: string | null;
  /** Goes to a path of the application without loading the page. */
  readonly onVisit?: (path: string) => void;
}

export function Login({ forgotPath, registerPath, success = null, onVisit }: LoginProps) {
  const { problems, error, isBusy, submit } = useLoginForm();
  useEffect(() => {
    document.title = `Actum ${m.login()}`;
  }, []);

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    submit(String(typed.get('email') ?? ''), String(typed.get('password') ?? ''));
  };
  const link = (path: string, text: string) => (
    <a
      href={path}
      onClick={(event) => {
        if (onVisit === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onVisit(path);
      }}
    >
      {text}
    </a>
  );

  return (
    <main className={styles.login}>
      <div className={styles.logo}>
        <Mark />
        <span>Actum</span>
      </div>
      <form className={styles.form} aria-label={m.login()} noValidate onSubmit={submitted}>
        <h1 className={styles.title}>{m.login_title()}</h1>
        {error !== null ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : (
          success !== null && (
            <p className={styles.success} role="status">
              {success}
            </p>
          )
        )}
        <Field
          name="email"
          label={m.login_email()}
          type="email"
          placeholder={m.login_email_example()}
          autoComplete="username"
          problem={problems.email}
        />
        <Field
          name="password"
          label={m.login_password()}
          type="password"
          placeholder={m.login_enter_password()}
          autoComplete="current-password"
          problem={problems.password}
          beside={link(forgotPath, m.login_forgot())}
        />
        <button className={styles.submit} type="submit" aria-busy={isBusy} disabled={isBusy}>
          {isBusy && <span className={styles.spinner} aria-hidden="true" />}
          {m.login_submit()}
        </button>
      </form>
      <p className={styles.below}>
        {m.login_no_account()} {link(registerPath, m.login_register())}
      </p>
    </main>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly placeholder: string;
  readonly autoComplete: string;
  readonly problem: string | null;
  readonly beside?: React.ReactNode;
}

function Field({ name, label, type, placeholder, autoComplete, problem, beside }: FieldProps) {
  const id = useId();
  return (
    <div>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <input
        className={styles.input}
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        autoComplete={autoComplete}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem !== null && (
        <p className={styles.problem} id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect className={styles.markGround} width="20" height="20" rx="5" />
      <path d="M5 13.5h10M5 10h6.5M5 6.5h3.5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
