const KEY = 'actum.invoices';

function read(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** The choices made for the e-invoices of each project, as stored. */
export const invoiceStorage = {
  /** Null where nothing is stored. */
  read: (projectId: number): unknown => read()[String(projectId)] ?? null,
  write(projectId: number, chosen: unknown): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [String(projectId)]: chosen }));
    } catch {
      return;
    }
  },
};
