import { type ComponentType, useId, useMemo } from 'react';
import { COUNTRIES } from '../../../domain/invoice/identifiers.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useForm } from '../forms.tsx';
import { useReading, useStored } from '../reading.ts';
import styles from './invoice.module.css';
import type { BuyerPart, PartyPart, SellerPart } from './invoiceNeeds.ts';

interface FieldSaid {
  readonly name: string;
  readonly label: () => string;
  readonly example?: string;
  readonly note?: () => string;
  readonly complete?: string;
  readonly isShort?: true;
}
const ADDRESS: readonly FieldSaid[] = [
  { name: 'vat_id', label: m.invoice_vat_id, example: 'LV49999999000' },
  { name: 'street', label: m.invoice_street, complete: 'address-line1' },
  { name: 'post_code', label: m.invoice_post_code, complete: 'postal-code', isShort: true },
  { name: 'city', label: m.invoice_city, complete: 'address-level2', isShort: true },
  { name: 'country', label: m.invoice_country, example: 'LV', isShort: true },
  { name: 'endpoint', label: m.invoice_endpoint, note: m.invoice_endpoint_note },
];
const SELLER: readonly FieldSaid[] = [
  ...ADDRESS,
  { name: 'iban', label: m.invoice_iban, example: 'LV69 TEST 0000 0000 0000 1' },
  { name: 'bic', label: m.invoice_bic, isShort: true },
  { name: 'payment_days', label: m.invoice_payment_days, isShort: true },
  { name: 'contact_name', label: m.invoice_contact_name, complete: 'name' },
  { name: 'contact_phone', label: m.invoice_contact_phone, complete: 'tel', isShort: true },
  { name: 'contact_email', label: m.invoice_contact_email, complete: 'email', isShort: true },
];
const BUYER: readonly FieldSaid[] = [
  { name: 'name', label: m.client_name },
  ...ADDRESS,
  { name: 'buyer_reference', label: m.invoice_buyer_reference, note: m.invoice_buyer_reference_note },
  { name: 'order_reference', label: m.invoice_order_reference },
];

/** The names of countries for their codes, in the language of the page. */
function Countries({ id }: { readonly id: string }) {
  const names = useMemo(() => new Intl.DisplayNames([spokenLanguage()], { type: 'region' }), []);
  return (
    <datalist id={id}>
      {COUNTRIES.map((code) => (
        <option key={code} value={code}>
          {names.of(code) ?? code}
        </option>
      ))}
    </datalist>
  );
}

const textIn = (known: object, name: string): string =>
  String((Object.entries(known).find(([field]) => field === name)?.[1] as unknown) ?? '');

interface PartyFormProps {
  readonly form: string;
  readonly onSaved: () => void;
}
interface PartyProps<Known, Given> extends PartyFormProps {
  readonly part: PartyPart<Known, Given>;
  readonly fields: readonly FieldSaid[];
  readonly label: string;
}

function PartyFields<Known extends { readonly address: string; readonly city: string }, Given>({
  part,
  fields,
  label,
  form,
  onSaved,
}: PartyProps<Known, Given>) {
  const countries = useId();
  const known = useStored(part.known);
  const { failure, retry } = useReading(part.reading);
  const { ref, problems, sentence, onSubmit } = useForm(part.form, onSaved);
  if (failure !== null) return <FailedState title={m.company_unreadable()} sentence={failure} onRetry={retry} />;
  if (known === null) return <SkeletonRows label={m.company_reading()} />;
  return (
    <form id={form} ref={ref} className={styles.party} aria-label={label} onSubmit={onSubmit} noValidate>
      {known.address !== '' && known.city === '' && (
        <p className={styles.printed}>{m.invoice_printed_address({ address: known.address })}</p>
      )}
      {fields.map(({ name, label: said, example, note, complete = 'off', isShort }) => (
        <div key={name} className={isShort === true ? styles.short : styles.whole}>
          <Field
            name={name}
            label={said()}
            defaultValue={textIn(known, name)}
            autoComplete={complete}
            {...(example !== undefined && { placeholder: example })}
            {...(name === 'country' && { list: countries, maxLength: 2 })}
            {...(name === 'payment_days' && { inputMode: 'numeric' as const, maxLength: 3 })}
            problem={problems[name] ?? (name === fields[0]?.name ? sentence : null)}
            note={note?.()}
          />
        </div>
      ))}
      <Countries id={countries} />
    </form>
  );
}

/** The sender of e-invoices. */
export const SellerForm: ComponentType<PartyFormProps & { readonly part: SellerPart }> = (props) => (
  <PartyFields {...props} fields={SELLER} label={m.invoice_company()} />
);
/** The recipient of e-invoices. */
export const BuyerForm: ComponentType<PartyFormProps & { readonly part: BuyerPart }> = (props) => (
  <PartyFields {...props} fields={BUYER} label={m.invoice_client()} />
);
