import { useActorRef, useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { SecondStepNeeded } from '../../../domain/api/people.ts';
import type { SecondStep as Step } from '../../../domain/factors.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useAbandonLogin } from '../actum.tsx';
import { usePeople } from '../people.tsx';
import { Answer, Entrance, EntranceForm } from './Entrance.tsx';
import styles from './entrance.module.css';

/** Labels of the buttons that change to another second factor. */
const OTHERS: Readonly<Record<Step, () => string>> = {
  passkey: m.factor_use_passkey,
  code: m.factor_use_code,
  recovery_code: m.factor_use_recovery_code,
};
const LEADS: Readonly<Record<Step, () => string>> = {
  passkey: m.factor_step_passkey,
  code: m.factor_step_code,
  recovery_code: m.factor_step_recovery_code,
};

function Typed({ step, problem }: { readonly step: Exclude<Step, 'passkey'>; readonly problem: string | null }) {
  return step === 'code' ? (
    <Field name="text" label={m.factor_code()} inputMode="numeric" autoComplete="one-time-code" autoFocus problem={problem} />
  ) : (
    <Field
      name="text"
      label={m.factor_recovery_code()}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      problem={problem}
    />
  );
}

/** The second step of a login: a code, a passkey or a recovery code, after the password. */
export function SecondStep({ asked }: { readonly asked: SecondStepNeeded }) {
  const step = useActorRef(usePeople().secondStep, { input: { steps: asked.steps } });
  const { steps, shown, sentence } = useSelector(step, ({ context }) => context);
  const isBusy = useSelector(step, (snapshot) => !snapshot.matches('asking'));
  const abandon = useAbandonLogin();
  const problem = sentenceText(sentence);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    step.send({ type: 'step.given', text: String(new FormData(event.currentTarget).get('text') ?? '') });
  };
  const others = steps.filter((each) => each !== shown);
  return (
    <Entrance
      name={m.login()}
      title={m.factor_step_title()}
      below={
        <Button kind="ghost" onClick={abandon}>
          {m.login_back()}
        </Button>
      }
    >
      <p className={styles.lead}>{LEADS[shown]()}</p>
      {shown === 'passkey' && <Answer error={problem} />}
      <EntranceForm
        label={m.factor_step_title()}
        formRef={null}
        onSubmit={submit}
        isBusy={isBusy}
        action={shown === 'passkey' ? m.factor_step_use_passkey() : m.login_submit()}
      >
        {shown !== 'passkey' && <Typed key={shown} step={shown} problem={problem} />}
      </EntranceForm>
      {others.map((each) => (
        <Button key={each} kind="ghost" onClick={() => step.send({ type: 'step.chosen', step: each })}>
          {OTHERS[each]()}
        </Button>
      ))}
    </Entrance>
  );
}
