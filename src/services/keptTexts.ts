/** Texts that outlive the page, each under a name of its own, so that tabs do not write over each other's. */
export interface KeptTexts {
  readonly read: () => readonly string[];
  readonly write: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
  /** Hears the names of what another tab removed; the answer stops it. */
  readonly listen: (removed: (name: string) => void) => () => void;
}

/** The texts under a shelf's name; a browser that keeps nothing is no error. */
export function keptTexts(shelf: string): KeptTexts {
  const prefix = `${shelf} `;
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    read: () =>
      attempt(() => Object.entries({ ...localStorage }).flatMap(([key, text]) => (key.startsWith(prefix) ? [String(text)] : [])), []),
    write: (name, text) => attempt(() => localStorage.setItem(prefix + name, text), undefined),
    remove: (name) => attempt(() => localStorage.removeItem(prefix + name), undefined),
    listen(removed) {
      const hear = ({ key, newValue, storageArea }: StorageEvent) => {
        if (storageArea === localStorage && newValue === null && key?.startsWith(prefix)) removed(key.slice(prefix.length));
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
  };
}
