import { use, useId, useMemo } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { useScreens } from '../screens.tsx';
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

/** A team, or the client of a project. */
export type PartyOf = { readonly team: number } | { readonly project: number };

interface InvoicePartyDialogProps {
  readonly open: boolean;
  readonly of: PartyOf;
  readonly onClose: (reason: CloseReason) => void;
  readonly onSaved?: () => void;
}

/** The e-invoice details of a party, opened from where the party is named. */
export function InvoicePartyDialog({ open, of, onClose, onSaved }: InvoicePartyDialogProps) {
  const form = useId();
  const close = () => onClose('other');
  const settle = () => {
    close();
    onSaved?.();
  };
  return (
    <Dialog
      open={open}
      title={'team' in of ? m.invoice_company() : m.invoice_client()}
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
      {'team' in of ? (
        <Seller teamId={of.team} form={form} onSaved={settle} />
      ) : (
        <Buyer projectId={of.project} form={form} onSaved={settle} />
      )}
    </Dialog>
  );
}
