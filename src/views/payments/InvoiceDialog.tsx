import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, use, useId, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { InvoiceCheck } from '../../../domain/api/invoiceShapes.ts';
import { INVOICE_TYPES, type InvoiceType, SYNTAXES, type Syntax, UNTAXED, type Untaxed } from '../../../domain/invoice/value.ts';
import { may } from '../../../domain/permissions.ts';
import { exemptUnsaid, untaxedUnsaid } from '../../../domain/sentences/invoices.ts';
import { type invoiceMachine, missingIn, unsaidIn } from '../../machines/invoice/invoice.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Radios } from '../../ui/Radios.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useCompany } from '../actum.tsx';
import { shownMoney } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { BuyerForm, SellerForm } from './InvoiceParty.tsx';
import styles from './invoice.module.css';
import type { InvoicesPart } from './invoiceNeeds.ts';

type Actor = ActorRefFrom<typeof invoiceMachine>;

const TYPES: Readonly<Record<InvoiceType, () => string>> = {
  875: m.invoice_type_875,
  876: m.invoice_type_876,
  877: m.invoice_type_877,
};
const FORMS: Readonly<Record<Syntax, () => string>> = { ubl: m.invoice_syntax_ubl, cii: m.invoice_syntax_cii };
const WHY: Readonly<Record<Untaxed, () => string>> = { Z: m.invoice_why_z, E: m.invoice_why_e, AE: m.invoice_why_ae };
const options = <Key extends string>(keys: readonly Key[], names: Readonly<Record<Key, () => string>>) =>
  keys.map((key) => ({ key, label: names[key]() }));
const oneOf = <Key extends string>(keys: readonly Key[], key: string): Key | undefined => keys.find((each) => each === key);

/** The details missing in one place, with a link to it. */
function Missing({
  check,
  where,
  actor,
}: {
  readonly check: InvoiceCheck;
  readonly where: InvoiceCheck['broken'][number]['where'];
  readonly actor: Actor;
}) {
  const { teams } = useCompany();
  const broken = missingIn(check).filter((rule) => rule.where === where);
  if (broken.length === 0) return null;
  const role = teams.find(({ id }) => id === check.team_id)?.role;
  const mayEnter = where !== 'company' || (role !== undefined && may(role, 'seeTeamSettings'));
  const enter = (party: 'company' | 'client') => (
    <Button size="small" onClick={() => actor.send({ type: 'party.opened', party })}>
      {party === 'company' ? m.invoice_enter_company() : m.invoice_enter_client()}
    </Button>
  );
  return (
    <li className={styles.place}>
      <ul>
        {broken.map(({ rule, said }) => (
          <li key={rule}>
            {sentenceText(said)} <span className={styles.rule}>{rule}</span>
          </li>
        ))}
      </ul>
      {(where === 'company' || where === 'client') && (mayEnter ? enter(where) : <p className="muted">{m.invoice_ask_owner()}</p>)}
      {where === 'taxes' && <Link to={paths.estimate(check.project_id, check.version_id)}>{m.invoice_to_estimate()}</Link>}
    </li>
  );
}

function WhyUntaxed({ actor }: { readonly actor: Actor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { check, chosen, isUnsaid } = context;
  if (check === null || chosen === null || check.untaxed === 'no') return null;
  const unsaid = isUnsaid ? unsaidIn(context) : null;
  return (
    <>
      <Radios
        label={m.invoice_why()}
        name="untaxed"
        options={options(UNTAXED, WHY)}
        defaultKey={chosen.untaxed ?? ''}
        problem={unsaid === 'why' ? sentenceText(untaxedUnsaid()) : null}
      />
      {chosen.untaxed === 'E' && (
        <Field
          label={m.invoice_reason()}
          value={chosen.reason}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => actor.send({ type: 'reason.typed', reason: currentTarget.value })}
          problem={unsaid === 'reason' ? sentenceText(exemptUnsaid()) : null}
        />
      )}
    </>
  );
}

function Choices({ actor, check }: { readonly actor: Actor; readonly check: InvoiceCheck }) {
  const { chosen, saved, sentence } = useSelector(actor, ({ context }) => context);
  if (chosen === null) return null;
  const choose = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    const untaxed = oneOf(UNTAXED, target.value);
    const type = oneOf(INVOICE_TYPES, target.value);
    const syntax = oneOf(SYNTAXES, target.value);
    if (untaxed !== undefined) actor.send({ type: 'why.chosen', untaxed });
    if (type !== undefined) actor.send({ type: 'form.chosen', chosen: { type } });
    if (syntax !== undefined) actor.send({ type: 'form.chosen', chosen: { syntax } });
  };
  return (
    <form className={styles.choices} aria-label={m.invoice()} onChange={choose} onSubmit={(event) => event.preventDefault()}>
      <p className={styles.due}>
        {m.invoice_due({ number: check.number, amount: `${shownMoney(check.due)} ${check.currency}` })}
        {check.due.startsWith('-') && <span className="muted"> {m.invoice_owed()}</span>}
      </p>
      {missingIn(check).length > 0 && (
        <section aria-label={m.invoice_missing()}>
          <h3>{m.invoice_missing()}</h3>
          <ul className={styles.missing}>
            {(['company', 'client', 'taxes', 'certificate'] as const).map((where) => (
              <Missing key={where} check={check} where={where} actor={actor} />
            ))}
          </ul>
        </section>
      )}
      <Radios
        label={m.invoice_type()}
        name="type"
        options={options(
          INVOICE_TYPES.filter((type) => check.types.includes(type)),
          TYPES,
        )}
        defaultKey={chosen.type}
      />
      <Radios
        label={m.invoice_syntax()}
        name="syntax"
        options={options(SYNTAXES, FORMS)}
        defaultKey={chosen.syntax}
        note={m.invoice_syntax_note()}
      />
      <WhyUntaxed actor={actor} />
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
      {saved !== null && <p role="status">{m.invoice_saved({ name: saved })}</p>}
    </form>
  );
}

function Entering({
  invoices,
  actor,
  check,
  form,
}: {
  readonly invoices: InvoicesPart;
  readonly actor: Actor;
  readonly check: InvoiceCheck;
  readonly form: string;
}) {
  const party = useSelector(actor, ({ context }) => context.party);
  const seller = useMemo(() => invoices.seller(check.team_id), [invoices, check.team_id]);
  const buyer = useMemo(() => invoices.buyer(check.project_id), [invoices, check.project_id]);
  const onSaved = () => actor.send({ type: 'party.saved' });
  if (party === 'company') return <SellerForm part={seller} form={form} onSaved={onSaved} />;
  return <BuyerForm part={buyer} form={form} onSaved={onSaved} />;
}

/** The button that downloads the e-invoice of an issued certificate, and its dialog. */
export function InvoiceAction({ certificateId }: { readonly certificateId: number }) {
  const form = useId();
  const invoices = use(useScreens().invoices());
  const actor = useActorRef(invoices.invoice);
  const snapshot = useSelector(actor, (current) => current);
  const { check, party, sentence } = snapshot.context;
  const isEntering = snapshot.matches({ open: 'entering' });
  const close = () => actor.send({ type: 'invoice.closed' });
  const leave = () => actor.send({ type: 'party.left' });
  const isBusy = snapshot.matches({ open: 'making' }) || snapshot.matches({ open: 'reading' });
  const blocked = missingIn(check).length > 0 ? m.invoice_missing() : null;
  return (
    <>
      <Button size="small" onClick={() => actor.send({ type: 'invoice.opened', certificateId })}>
        {m.invoice()}
      </Button>
      <Dialog
        open={!snapshot.matches('closed')}
        middle={isEntering}
        title={!isEntering ? m.invoice() : party === 'company' ? m.invoice_company() : m.invoice_client()}
        lead={isEntering ? m.invoice_party_why() : m.invoice_lead()}
        onClose={isEntering ? leave : close}
        actions={
          isEntering ? (
            <>
              <Button onClick={leave}>{m.invoice_back()}</Button>
              <Button kind="primary" type="submit" form={form}>
                {m.save()}
              </Button>
            </>
          ) : (
            <>
              <Button onClick={close}>{m.action_close()}</Button>
              {check !== null && (
                <Button kind="primary" loading={isBusy} blocked={blocked} onClick={() => actor.send({ type: 'invoice.requested' })}>
                  {m.invoice_download()}
                </Button>
              )}
            </>
          )
        }
      >
        {snapshot.matches({ open: 'unread' }) && sentence !== null && (
          <FailedState
            title={m.invoice_unreadable()}
            sentence={sentenceText(sentence)}
            onRetry={() => actor.send({ type: 'reading.retried' })}
          />
        )}
        {check === null && snapshot.matches({ open: 'reading' }) && <SkeletonRows label={m.invoice_reading()} />}
        {check !== null && isEntering && <Entering invoices={invoices} actor={actor} check={check} form={form} />}
        {check !== null && !isEntering && !snapshot.matches({ open: 'unread' }) && <Choices actor={actor} check={check} />}
      </Dialog>
    </>
  );
}
