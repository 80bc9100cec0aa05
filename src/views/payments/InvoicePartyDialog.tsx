import { use, useId, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useScreens } from '../screens.tsx';
import type { OpenedDialog } from '../shell/openedDialog.ts';
import { BuyerForm, SellerForm } from './InvoiceParty.tsx';

interface Opened {
  readonly form: string;
  readonly onSaved: () => void;
}
function Seller({ teamId, ...rest }: Opened & { readonly teamId: number }) {
  const invoices = use(useScreens().invoices());
  const part = useMemo(() => invoices.seller(teamId), [invoices, teamId]);
  return <SellerForm part={part} {...rest} />;
}
function Buyer({ projectId, ...rest }: Opened & { readonly projectId: number }) {
  const invoices = use(useScreens().invoices());
  const part = useMemo(() => invoices.buyer(projectId), [invoices, projectId]);
  return <BuyerForm part={part} {...rest} />;
}

/** The e-invoice details of a team (`team`) or of a project's client (`project`), opened from where the party is named. */
export function InvoicePartyDialog({ open, onClose, attributes: { team, project } }: OpenedDialog) {
  const form = useId();
  const close = () => onClose('other');
  return (
    <Dialog
      open={open}
      title={team === undefined ? m.invoice_client() : m.invoice_company()}
      lead={m.invoice_party_why()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form}>
            {m.save()}
          </Button>
        </>
      }
    >
      {typeof team === 'number' && <Seller teamId={team} form={form} onSaved={close} />}
      {typeof project === 'number' && <Buyer projectId={project} form={form} onSaved={close} />}
    </Dialog>
  );
}
