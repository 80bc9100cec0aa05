import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import { encode } from 'uqr';
import type { ActorRefFrom } from 'xstate';
import type { NewApp } from '../../../domain/api/factors.ts';
import type { newFactorMachine } from '../../machines/newFactor/newFactor.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText, sentenceTexts } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { useRefusedFocus } from '../forms.tsx';
import styles from './factors.module.css';

/** A QR code as one path; dark on light in every theme, because cameras expect it. */
function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={m.factor_qr()} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

const Setup = ({ secret, uri }: NewApp) => (
  <ol className={styles.steps}>
    <li>
      {m.factor_app_scan()}
      <QrCode text={uri} />
      <p className="muted">
        {m.factor_app_type()} <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </li>
    <li>{m.factor_app_confirm()}</li>
  </ol>
);

interface NewFactorProps {
  readonly adding: ActorRefFrom<typeof newFactorMachine>;
  /** The suggested name of a new passkey. */
  readonly device: string;
}

/** Setting up an authenticator app, or making a passkey. */
export function NewFactor({ adding, device }: NewFactorProps) {
  const form = useId();
  const { begun, problems, sentence } = useSelector(adding, ({ context }) => context);
  const isBusy = useSelector(adding, (snapshot) => snapshot.matches('saving'));
  const isApp = begun?.kind === 'app';
  const cancel = () => adding.send({ type: 'factor.cancelled' });
  const fields = useRefusedFocus(problems);
  const said = sentenceTexts(problems);
  const whole = sentenceText(sentence);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    adding.send({ type: 'factor.given', name: String(typed.get('name') ?? ''), code: String(typed.get('code') ?? '') });
  };
  return (
    <Dialog
      open={begun !== null}
      title={isApp ? m.factor_add_app() : m.factor_add_passkey()}
      lead={isApp ? undefined : m.factor_passkey_why()}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {isApp ? m.factor_app_done() : m.factor_passkey_make()}
          </Button>
        </>
      }
    >
      {begun !== null && (
        <form
          id={form}
          ref={fields}
          className={styles.form}
          aria-label={isApp ? m.factor_add_app() : m.factor_add_passkey()}
          noValidate
          onSubmit={submit}
        >
          {begun.kind === 'app' && <Setup {...begun} />}
          {isApp && (
            <Field
              name="code"
              label={m.factor_code()}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              note={m.factor_code_note()}
              problem={said.code ?? null}
            />
          )}
          <Field
            name="name"
            label={m.factor_name()}
            defaultValue={isApp ? m.factor_app_name() : device || m.factor_passkey_name()}
            autoComplete="off"
            note={m.factor_name_note()}
            problem={said.name ?? null}
          />
          {whole !== null && (
            <p className="wrong" role="alert">
              {whole}
            </p>
          )}
        </form>
      )}
    </Dialog>
  );
}
