/** The process that writes invoices: the library takes a hundred megabytes, which are released when the process ends. */
import { type Invoice as Document, InvoiceService } from '@e-invoice-eu/core';

export interface Order {
  readonly document: Document;
  readonly format: 'UBL' | 'CII';
}
export type Answer = { readonly file: string } | { readonly broken: string };

const quiet = { log: () => {}, warn: () => {}, error: () => {} };
const service = new InvoiceService(quiet);

process.on('message', ({ document, format }: Order) => {
  service.generate(document, { format, lang: 'en', noWarnings: true }).then(
    (file) => process.send?.({ file: String(file) } satisfies Answer),
    (error: unknown) => process.send?.({ broken: explained(error) } satisfies Answer),
  );
});

/** The errors that the library's schema found, without the values, because figures of an invoice do not belong in a log. */
function explained(error: unknown): string {
  const errors = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  const places = errors.map((one) => {
    const { instancePath, message } = one as { instancePath?: string; message?: string };
    return `${instancePath ?? ''} ${message ?? ''}`;
  });
  return [error instanceof Error ? error.message : 'not written', ...places].join('; ').slice(0, 1_000);
}
