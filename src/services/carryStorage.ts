const KEY = 'actum.carry.';

/** The pairs by hand of a carrying that is not made yet, by the version or the import it is for. */
export const carryStorage = {
  /** Null where nothing is stored. */
  read(name: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(KEY + name) ?? 'null');
    } catch {
      return null;
    }
  },
  write(name: string, pairs: unknown): void {
    try {
      localStorage.setItem(KEY + name, JSON.stringify(pairs));
    } catch {
      return;
    }
  },
  forget(name: string): void {
    try {
      localStorage.removeItem(KEY + name);
    } catch {
      return;
    }
  },
};
