import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Factor } from '../../../domain/api/factors.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useChanging } from '../changing.ts';
import { shownMoment } from '../dates.ts';
import { NameDialog } from '../NameDialog.tsx';
import { usePeople } from '../people.tsx';
import { useEmitted, useReading, useStored } from '../reading.ts';
import styles from './factors.module.css';
import { NewFactor } from './NewFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { Section } from './Section.tsx';

const KINDS = { app: m.factor_app, passkey: m.factor_passkey } as const;

const seen = ({ added_at, last_used_at }: Factor): string =>
  last_used_at === null
    ? m.factor_added_unused({ day: shownMoment(added_at) })
    : m.factor_added_used({ day: shownMoment(added_at), used: shownMoment(last_used_at) });

interface ListProps {
  readonly factors: readonly Factor[];
  readonly onRename: (factor: Factor) => void;
  readonly onRemove: (factor: Factor) => void;
}
const List = ({ factors, onRename, onRemove }: ListProps) => (
  <ul className={styles.list}>
    {factors.map((factor) => (
      <li key={factor.id}>
        <div className={styles.what}>
          <b>{factor.name}</b>
          <span>
            {KINDS[factor.kind]()} · {seen(factor)}
          </span>
        </div>
        <Button kind="ghost" size="small" aria-label={m.factor_rename_named({ name: factor.name })} onClick={() => onRename(factor)}>
          {m.action_rename()}
        </Button>
        <Button
          kind="ghost"
          size="small"
          icon="trash"
          aria-label={m.factor_remove_named({ name: factor.name })}
          onClick={() => onRemove(factor)}
        />
      </li>
    ))}
  </ul>
);

/** The person's second factors: apps, passkeys and recovery codes. */
export function Factors() {
  const { factors } = usePeople();
  const settings = useMemo(factors, [factors]);
  const found = useStored(settings.found);
  const { failure, retry, reload } = useReading(settings.reading);
  const adding = useActorRef(settings.adding);
  const problem = sentenceText(useSelector(adding, ({ value, context }) => (value === 'idle' ? context.sentence : null)));
  const underWay = useSelector(adding, (snapshot) =>
    snapshot.matches('beginning') ? snapshot.context.kind : snapshot.matches('remaking') ? 'codes' : null,
  );
  const during = (what: 'app' | 'passkey' | 'codes') => ({ loading: underWay === what, waits: underWay !== null });
  const changing = useActorRef(settings.change);
  const { change, isOpen, busy, problem: refusal, submit, close } = useChanging(changing);
  const changed = () => {
    reload();
    void settings.readProfile();
  };
  useEmitted(adding, 'factors.changed', changed);
  useEmitted(changing, 'form.accepted', changed);
  const isElsewhere = found !== null && found.passkeys_at !== window.location.origin;
  const whyNoPasskey = isElsewhere ? m.factor_passkeys_at({ address: found.passkeys_at }) : m.factor_no_passkeys();
  return (
    <Section title={m.factor_title()} lead={m.factor_why()}>
      {failure !== null && (
        <p className="wrong" role="alert">
          {failure} <Button onClick={retry}>{m.action_try_again()}</Button>
        </p>
      )}
      {found !== null && found.factors.length > 0 && (
        <List
          factors={found.factors}
          onRename={(factor) => changing.send({ type: 'dialog.opened', subject: { kind: 'name', factor } })}
          onRemove={(factor) => changing.send({ type: 'dialog.opened', subject: { kind: 'removal', factor } })}
        />
      )}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      {found !== null && (
        <div className={styles.actions}>
          <Button {...during('app')} onClick={() => adding.send({ type: 'factor.begun', kind: 'app' })}>
            {m.factor_add_app()}
          </Button>
          <Button
            {...during('passkey')}
            blocked={settings.hasPasskeys && !isElsewhere ? null : whyNoPasskey}
            onClick={() => adding.send({ type: 'factor.begun', kind: 'passkey' })}
          >
            {m.factor_add_passkey()}
          </Button>
        </div>
      )}
      {found !== null && found.factors.length > 0 && (
        <div className={styles.codes}>
          <p className={found.recovery_codes < 3 ? 'wrong' : 'muted'}>{m.factor_codes_left({ count: found.recovery_codes })}</p>
          <Button {...during('codes')} onClick={() => adding.send({ type: 'codes.asked' })}>
            {m.factor_new_codes()}
          </Button>
        </div>
      )}
      <NewFactor adding={adding} device={settings.device} />
      <RecoveryCodes adding={adding} />
      <NameDialog
        open={isOpen && change?.kind === 'name'}
        title={m.factor_rename_title()}
        label={m.factor_name()}
        initial={change?.factor.name ?? ''}
        action={m.action_rename()}
        busy={busy}
        problem={refusal}
        onSubmit={submit}
        onClose={close}
      />
      <ConfirmDialog
        open={isOpen && change?.kind === 'removal'}
        title={m.factor_remove_title({ name: change?.factor.name ?? '' })}
        description={found?.factors.length === 1 ? m.factor_remove_last() : m.factor_remove_why()}
        action={m.factor_remove()}
        busy={busy}
        problem={refusal}
        onConfirm={() => submit(null)}
        onClose={close}
      />
    </Section>
  );
}
