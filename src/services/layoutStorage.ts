const LAYOUTS = 'actum.columns.';

/** A person's stored layout of columns; null where nothing is stored. */
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
