const LAYOUTS = 'actum.columns.';

/** A person's layout of columns as it was written; null where nothing was. */
export const layoutStorage = {
  read(person: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(LAYOUTS + person) ?? 'null');
    } catch {
      return null;
    }
  },
  write(person: string, kept: unknown): void {
    try {
      localStorage.setItem(LAYOUTS + person, JSON.stringify(kept));
    } catch {
      return;
    }
  },
};
