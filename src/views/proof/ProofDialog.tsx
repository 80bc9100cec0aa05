import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Proof } from '../../../domain/factors.ts';
import type { proofMachine } from '../../machines/proof/proof.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './proof.module.css';

/** Labels of the links that change to another proof. */
const OTHERS: Readonly<Record<Proof, () => string>> = {
  passkey: m.proof_use_passkey,
  password: m.proof_use_password,
  code: m.proof_use_code,
};

interface TypedProps {
  readonly proof: Exclude<Proof, 'passkey'>;
  readonly problem: string | null;
}
const Typed = ({ proof, problem }: TypedProps) =>
  proof === 'password' ? (
    <Field name="text" label={m.login_password()} type="password" autoComplete="current-password" autoFocus problem={problem} />
  ) : (
    <Field
      name="text"
      label={m.factor_code()}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      note={m.factor_code_note()}
      problem={problem}
    />
  );

/** Asks the person to prove who they are; the call that needed it then goes on. */
export function ProofDialog({ proof }: { readonly proof: ActorRefFrom<typeof proofMachine> }) {
  const form = useId();
  const { proofs, shown, sentence } = useSelector(proof, ({ context }) => context);
  const isOpen = useSelector(proof, (snapshot) => !snapshot.matches('idle'));
  const isBusy = useSelector(proof, (snapshot) => snapshot.matches('checking') || snapshot.matches('looking'));
  const decline = () => proof.send({ type: 'proof.declined' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    proof.send({ type: 'proof.given', text: String(new FormData(event.currentTarget).get('text') ?? '') });
  };
  const problem = sentenceText(sentence);
  const isTyped = shown === 'password' || shown === 'code';
  return (
    <Dialog
      open={isOpen}
      title={m.proof_title()}
      lead={m.proof_why()}
      onClose={decline}
      actions={
        <>
          <Button onClick={decline}>{m.action_cancel()}</Button>
          {shown !== null && (
            <Button kind="primary" type="submit" form={form} loading={isBusy}>
              {shown === 'passkey' ? m.proof_with_passkey() : m.proof_confirm()}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={styles.proof} aria-label={m.proof_title()} noValidate onSubmit={submit}>
        {isTyped && <Typed key={shown} proof={shown} problem={problem} />}
        {!isTyped && problem !== null && (
          <p className="wrong" role="alert">
            {problem}
          </p>
        )}
        {isOpen && !isBusy && shown === null && sentence === null && <p>{m.proof_impossible()}</p>}
        {proofs
          .filter((each) => each !== shown)
          .map((each) => (
            <Button key={each} kind="ghost" onClick={() => proof.send({ type: 'proof.chosen', proof: each })}>
              {OTHERS[each]()}
            </Button>
          ))}
      </form>
    </Dialog>
  );
}
