const COMPANY = 'actum.company';

/** The active company between page loads; a browser that keeps nothing is no error. */
export const companyStorage = {
  read(): number | null {
    try {
      const id = Number(localStorage.getItem(COMPANY));
      return Number.isSafeInteger(id) && id > 0 ? id : null;
    } catch {
      return null;
    }
  },
  write(id: number): void {
    try {
      localStorage.setItem(COMPANY, String(id));
    } catch {
      return;
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(COMPANY);
    } catch {
      return;
    }
  },
};
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

export type CompanyStorage = typeof companyStorage;
