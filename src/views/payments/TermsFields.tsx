import type { FormEvent } from 'react';
import { TAXED } from '../../../domain/terms.ts';
import { STARTS, type Start } from '../../../domain/termsByCountry.ts';
import type { TermsDraft } from '../../../domain/termsDraft.ts';
import { spokenNumber } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Radios } from '../../ui/Radios.tsx';
import styles from './terms.module.css';

const START_NAMES: Readonly<Record<Start, () => string>> = {
  none: m.terms_start_none,
  france: m.terms_start_france,
  germany: m.terms_start_germany,
  uk: m.terms_start_uk,
  ukLower: m.terms_start_uk_lower,
  fidic: m.terms_start_fidic,
};

const TAXED_NAMES: Readonly<Record<(typeof TAXED)[number], () => string>> = {
  'on work': m.terms_taxes_on_work,
  'on payment': m.terms_taxes_on_payment,
};

interface TermsFieldsProps {
  readonly form: string;
  readonly draft: TermsDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly onType: (typed: Partial<TermsDraft>) => void;
  readonly onStart: (start: Start) => void;
  readonly onSubmit: () => void;
}

/** Retention, advance and taxes. Fields of parts that are not agreed are hidden. */
export function TermsFields({ form, draft, problems, currency, onType, onStart, onSubmit }: TermsFieldsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  // Fields without a name report their own changes.
  const type = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name in draft) onType({ [target.name]: target.value });
  };
  const number = (name: keyof TermsDraft & ('rate' | 'limit' | 'amount' | 'recovery' | 'threshold'), label: string) => (
    <Field
      name={name}
      label={label}
      defaultValue={spokenNumber(draft[name])}
      inputMode="decimal"
      autoComplete="off"
      problem={problems[name] ?? null}
    />
  );
  return (
    <form id={form} className={styles.fields} noValidate onChange={type} onSubmit={submit}>
      <div>
        <Menu
          trigger={
            <Button>
              {m.terms_start()}
              <Icon name="chevronDown" />
            </Button>
          }
          options={STARTS.map((key) => ({ key, label: START_NAMES[key]() }))}
          onChoose={(key) => {
            const start = STARTS.find((each) => each === key);
            if (start !== undefined) onStart(start);
          }}
        />
      </div>
      <fieldset className={styles.part}>
        <legend>{m.terms_retention()}</legend>
        <Checkbox checked={draft.keeps} onChange={(keeps) => onType({ keeps })}>
          {m.terms_keeps()}
        </Checkbox>
        {draft.keeps && (
          <>
            {number('rate', m.terms_rate())}
            <Radios
              label={m.terms_limit()}
              name="limitForm"
              defaultKey={draft.limitForm}
              options={[
                { key: 'none', label: m.terms_limit_none() },
                { key: 'amount', label: m.terms_limit_amount() },
                { key: 'percent', label: m.terms_limit_percent() },
              ]}
            />
            {draft.limitForm !== 'none' &&
              number(
                'limit',
                draft.limitForm === 'amount'
                  ? m.column_of_currency({ name: m.terms_limit_amount(), currency })
                  : m.terms_limit_percent_of(),
              )}
          </>
        )}
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{m.terms_advance()}</legend>
        <Checkbox checked={draft.pays} onChange={(pays) => onType({ pays })}>
          {m.terms_pays()}
        </Checkbox>
        {draft.pays && (
          <>
            {number('amount', m.column_of_currency({ name: m.terms_advance_amount(), currency }))}
            <div className={styles.pair}>
              {number('recovery', m.terms_recovered())}
              {number('threshold', m.terms_threshold())}
            </div>
            <Checkbox checked={draft.isApart} onChange={(isApart) => onType({ isApart })}>
              {m.terms_apart()}
            </Checkbox>
            {draft.isApart && (
              <DateField
                label={m.terms_paid_on()}
                defaultDay={draft.paidOn === '' ? null : draft.paidOn}
                problem={problems.paidOn ?? null}
                onDay={(day) => onType({ paidOn: day ?? '' })}
              />
            )}
          </>
        )}
      </fieldset>
      <Radios
        label={m.terms_base()}
        name="base"
        defaultKey={draft.base}
        options={[
          { key: 'net', label: m.terms_base_net() },
          { key: 'gross', label: m.terms_base_gross() },
        ]}
      />
      <Radios
        label={m.terms_taxes()}
        name="taxes"
        defaultKey={draft.taxes}
        note={draft.taxes === 'on work' ? m.terms_taxes_on_work_note() : m.terms_taxes_on_payment_note()}
        options={TAXED.map((key) => ({ key, label: TAXED_NAMES[key]() }))}
      />
    </form>
  );
}
