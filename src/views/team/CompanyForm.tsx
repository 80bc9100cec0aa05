import { useActorRef, useSelector } from '@xstate/react';
import { type ChangeEvent, useId } from 'react';
import type { Company } from '../../../domain/api/parties.ts';
import { logoProblem } from '../../../domain/logo.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useShowNotice } from '../actum.tsx';
import { useAsk } from '../changing.ts';
import { useForm } from '../forms.tsx';
import { InvoicePartyButton } from '../payments/InvoicePartyButton.tsx';
import { useStored } from '../reading.ts';
import type { TeamSettings } from './needs.ts';
import styles from './team.module.css';

/** The bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function Logo({ settings, logo, name }: Pick<KnownProps, 'settings'> & Pick<Company, 'logo' | 'name'>) {
  const id = useId();
  const change = useActorRef(settings.logo);
  const isBusy = useSelector(change, (snapshot) => snapshot.matches('submitting'));
  const { problems, sentence } = useSelector(change, ({ context }) => context);
  const show = useShowNotice();
  const { make } = useAsk(change);
  const take = async (file: File) => {
    const given = await base64Of(file);
    const problem = logoProblem(given);
    if (problem === null) make(null, given);
    else show(sentenceText(problem));
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file !== undefined) void take(file);
    currentTarget.value = '';
  };
  const problem = problems.logo ?? sentence;
  return (
    <div className={styles.logo}>
      <label htmlFor={id}>{m.company_logo()}</label>
      {logo !== null && <img src={logo} alt={m.paper_logo({ name })} />}
      <input id={id} type="file" accept="image/png,image/jpeg" disabled={isBusy} aria-describedby={`${id}-note`} onChange={choose} />
      {logo !== null && (
        <Button size="small" loading={isBusy} onClick={() => make(null, null)}>
          {m.company_logo_remove()}
        </Button>
      )}
      <p id={`${id}-note`} className="faint">
        {m.company_logo_note()}
      </p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {sentenceText(problem)}
        </p>
      )}
    </div>
  );
}

interface KnownProps {
  readonly settings: TeamSettings;
  readonly company: Company;
}
function About({ settings, company }: KnownProps) {
  const { ref, problems, sentence, output, isBusy, onSubmit } = useForm(settings.about);
  return (
    <form ref={ref} className={styles.about} aria-label={m.company()} onSubmit={onSubmit} noValidate>
      <Field
        name="address"
        label={m.company_address()}
        defaultValue={company.address}
        autoComplete="street-address"
        problem={problems.address ?? null}
      />
      <Field
        name="registration"
        label={m.company_registration()}
        defaultValue={company.registration}
        autoComplete="off"
        problem={problems.registration ?? sentence}
        note={output && <span role="status">{m.saved()}</span>}
      />
      <Button type="submit" loading={isBusy}>
        {m.save()}
      </Button>
    </form>
  );
}

/** The details of the team on prints and shared acts: address, registration number and logo beside its name. */
export function CompanyForm({ settings, teamId }: Pick<KnownProps, 'settings'> & { readonly teamId: number }) {
  const company = useStored(settings.company);
  if (company === null) return null;
  return (
    <section className={styles.part}>
      <h3>{m.company()}</h3>
      <p className="muted">{m.company_why()}</p>
      <About settings={settings} company={company} />
      <Logo settings={settings} logo={company.logo} name={company.name} />
      <InvoicePartyButton of={{ team: teamId }}>{m.invoice_company()}</InvoicePartyButton>
    </section>
  );
}
