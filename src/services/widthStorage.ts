const WIDTHS = 'actum.widths.';

/** The column widths a person set in a table, in px by column. Anything else in storage is ignored. */
export const widthStorage = {
  read(table: string): Readonly<Record<string, number>> {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(WIDTHS + table) ?? '{}');
      return Object.fromEntries(Object.entries(kept ?? {}).filter(([, width]) => width >= 1 && width < 1e4));
    } catch {
      return {};
    }
  },
  write(table: string, widths: Readonly<Record<string, number>>): void {
    try {
      localStorage.setItem(WIDTHS + table, JSON.stringify(widths));
    } catch {
      return;
    }
  },
};
