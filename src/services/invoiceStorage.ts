import { deviceStorage } from './deviceStorage.ts';

const storage = deviceStorage('actum.invoices');

const read = (): Readonly<Record<string, unknown>> => ({ ...Object(storage.read('')) });

/** The choices made for the e-invoices of each project, as stored. */
export const invoiceStorage = {
  /** Null where nothing is stored. */
  read: (projectId: number): unknown => read()[String(projectId)] ?? null,
  write: (projectId: number, chosen: unknown): void => storage.write('', { ...read(), [String(projectId)]: chosen }),
};
