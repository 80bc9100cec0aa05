import { useActorRef, useSelector } from '@xstate/react';
import { modalMachine } from '../../machines/modal/modal.ts';
import { Button } from '../../ui/Button.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { preloadedPart } from '../../ui/part.tsx';
import type { PartyOf } from './InvoicePartyDialog.tsx';

const InvoicePartyDialog = preloadedPart(() => import('./InvoicePartyDialog.tsx').then((module) => module.InvoicePartyDialog));

interface InvoicePartyButtonProps {
  readonly of: PartyOf;
  readonly children: string;
  readonly onSaved?: () => void;
}

/** Opens the e-invoice details of a party over the dialog it is in, which keeps what was typed. Put it beside a form, not inside: submitting would reach it too. */
export function InvoicePartyButton({ of, children, onSaved }: InvoicePartyButtonProps) {
  const modal = useActorRef(modalMachine);
  const isOpen = useSelector(modal, (snapshot) => snapshot.matches('open'));
  const open = () =>
    modal.send({ type: 'modal.opened', content: { component: 'invoiceParty', attributes: { ...of }, nonclosable: false } });
  const close = (reason: CloseReason) =>
    modal.send({ type: reason === 'escape' ? 'escape.pressed' : reason === 'outside' ? 'overlay.clicked' : 'modal.closed' });
  return (
    <p>
      <Button size="small" onClick={open}>
        {children}
      </Button>
      <InvoicePartyDialog mounted={isOpen} open={isOpen} of={of} onClose={close} {...(onSaved && { onSaved })} />
    </p>
  );
}
