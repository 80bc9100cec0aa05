import { useEffect, useRef } from 'react';
import { LANGUAGES } from '../../../domain/languages.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { useLanguage } from '../actum.tsx';
import { usePeople } from '../people.tsx';
import { useScreens } from '../screens.tsx';
import { LANGUAGE_NAMES } from '../shell/choices.ts';
import styles from './account.module.css';
import { useKeptForm } from './keptForm.ts';
import { Section } from './Section.tsx';

function Name({ name }: { readonly name: string }) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useKeptForm(usePeople().profile.name);
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

/** The language just chosen here: after the page is mounted again in it, its field gets the focus back. */
let chosen: string | null = null;

function Language() {
  const spoken = useLanguage();
  const { chooseLanguage: choose } = useScreens();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen === spoken) part.current?.querySelector('button')?.focus();
    chosen = null;
  }, [spoken]);
  return (
    <div ref={part}>
      <Select
        label={m.language()}
        value={spoken}
        options={LANGUAGES.map((language) => ({ key: language, label: LANGUAGE_NAMES[language]() }))}
        onChoose={(key) => {
          const language = LANGUAGES.find((each) => each === key);
          if (language === undefined) return;
          chosen = language;
          choose(language);
        }}
      />
    </div>
  );
}

/** The person's name and language. */
export function Profile({ name }: { readonly name: string }) {
  return (
    <Section title={m.profile()}>
      <Name name={name} />
      <Language />
    </Section>
  );
}
