import { Arriving } from '../../ui/Arriving.tsx';
import { lazyPart } from '../../ui/part.tsx';

const InvoiceAction = lazyPart(() => import('./InvoiceDialog.tsx').then((module) => module.InvoiceAction));

/** Downloads the e-invoice of an issued certificate. */
export const InvoiceButton = ({ certificateId }: { readonly certificateId: number }) => (
  <Arriving>
    <InvoiceAction certificateId={certificateId} />
  </Arriving>
);
