const WIDTHS = 'actum.widths.';

/** How wide a person has made the columns of a table, in px by column; what is no such thing counts as nothing. */
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
