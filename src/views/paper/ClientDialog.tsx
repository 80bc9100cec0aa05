import { use, useId, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailedState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useForm } from '../forms.tsx';
import { InvoicePartyButton } from '../payments/InvoicePartyButton.tsx';
import { useReading, useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import type { OpenedDialog } from '../shell/openedDialog.ts';
import styles from './paper.module.css';

interface ClientFormProps {
  readonly projectId: number;
  readonly form: string;
  readonly onSaved: () => void;
}
function ClientForm({ projectId, form, onSaved }: ClientFormProps) {
  const paper = use(useScreens().paper());
  const part = useMemo(() => paper.parties(projectId), [paper, projectId]);
  const parties = useStored(part.parties);
  const { failure, retry, reload } = useReading(part.reading);
  const machine = useMemo(() => paper.client(projectId), [paper, projectId]);
  const { ref, problems, sentence, onSubmit } = useForm(machine, onSaved);
  if (parties === null && failure !== null) return <FailedState title={m.company_unreadable()} sentence={failure} onRetry={retry} />;
  if (parties === null) return <SkeletonRows label={m.company_reading()} />;
  const { client } = parties;
  return (
    <div className={styles.form}>
      <form id={form} ref={ref} className={styles.form} onSubmit={onSubmit} noValidate>
        {/* The e-invoice details have the name too: what was saved there is shown here. */}
        <Field
          key={client.name}
          name="name"
          label={m.client_name()}
          defaultValue={client.name}
          autoComplete="off"
          problem={problems.name ?? sentence}
        />
        <Field
          name="address"
          label={m.company_address()}
          defaultValue={client.address}
          autoComplete="off"
          problem={problems.address ?? null}
        />
        <Field
          name="registration"
          label={m.company_registration()}
          defaultValue={client.registration}
          autoComplete="off"
          problem={problems.registration ?? null}
        />
        <Field
          name="contract_number"
          label={m.client_contract()}
          defaultValue={client.contract_number}
          autoComplete="off"
          problem={problems.contract_number ?? null}
        />
        <DateField
          name="contract_date"
          label={m.client_contract_day()}
          defaultDay={client.contract_date}
          problem={problems.contract_date ?? null}
        />
      </form>
      <InvoicePartyButton of={{ project: projectId }} onSaved={reload}>
        {m.invoice_client()}
      </InvoicePartyButton>
    </div>
  );
}

/** The client of a project, as named on its prints and shared acts. */
export function ClientDialog({ open, onClose, attributes: { id, name } }: OpenedDialog) {
  const form = useId();
  return (
    <Dialog
      open={open}
      title={m.client_of({ name: String(name) })}
      lead={m.company_why()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onClose('other')}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form}>
            {m.save()}
          </Button>
        </>
      }
    >
      {typeof id === 'number' && <ClientForm projectId={id} form={form} onSaved={() => onClose('other')} />}
    </Dialog>
  );
}
