import { LANGUAGES } from '../../../domain/languages.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { type CloseReason, Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { useLanguage, useProfile } from '../actum.tsx';
import { NewPassword } from '../entrance/NewPassword.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { LANGUAGE_NAMES, useChooseLanguage } from '../shell/choices.ts';
import styles from './profile.module.css';

function Name({ name }: { readonly name: string }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(usePeople().profile.name);
  return (
    <form ref={ref} className={styles.line} aria-label={m.save()} onSubmit={onSubmit} noValidate>
      <Field
        name="name"
        label={m.profile_name()}
        defaultValue={name}
        autoComplete="name"
        problem={problems.name ?? sentence}
        note={output && <span role="status">{m.saved()}</span>}
      />
      <Button type="submit" loading={isBusy}>
        {m.save()}
      </Button>
    </form>
  );
}

function Language() {
  const spoken = useLanguage();
  const choose = useChooseLanguage();
  return (
    <Select
      label={m.language()}
      value={spoken}
      options={LANGUAGES.map((language) => ({ key: language, label: LANGUAGE_NAMES[language]() }))}
      onChoose={(key) => {
        const language = LANGUAGES.find((each) => each === key);
        if (language !== undefined) choose(language);
      }}
    />
  );
}

function Password({ email }: { readonly email: string }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(usePeople().profile.password, () => ref.current?.reset());
  return (
    <form ref={ref} className={styles.part} aria-labelledby="profile-password" onSubmit={onSubmit} noValidate>
      <h3 id="profile-password">{m.profile_password()}</h3>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field
        name="old"
        label={m.password_old()}
        type="password"
        placeholder={m.login_enter_password()}
        autoComplete="current-password"
        problem={problems.old ?? null}
      />
      <NewPassword name="new" label={m.password_new()} problem={problems.new ?? null} />
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
  );
}

function Everywhere() {
  const { sentence, isBusy, submit } = useForm(usePeople().profile.logOutEverywhere);
  return (
    <section className={styles.part}>
      <h3>{m.profile_sessions()}</h3>
      <p className="muted">{m.profile_everywhere_why()}</p>
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentence}
        </p>
      )}
      <Button loading={isBusy} onClick={() => submit({})}>
        {m.profile_everywhere()}
      </Button>
    </section>
  );
}

interface ProfileDialogProps {
  readonly open: boolean;
  readonly onClose: (reason: CloseReason) => void;
}

/** The person's name, language and ways to sign in. */
export function ProfileDialog({ open, onClose }: ProfileDialogProps) {
  const profile = useProfile();
  return (
    <Dialog
      open={open}
      title={m.profile()}
      lead={profile?.email}
      onClose={onClose}
      actions={<Button onClick={() => onClose('other')}>{m.action_close()}</Button>}
    >
      {profile !== null && (
        <>
          <section className={styles.part}>
            <Name name={profile.name} />
            <Language />
          </section>
          <Password email={profile.email} />
          <Everywhere />
        </>
      )}
    </Dialog>
  );
}
