import { attempt } from './deviceStorage.ts';

/** Texts that outlive the page. Each has its own storage key, so that tabs do not overwrite each other's. */
export interface KeptTexts {
  readonly read: () => readonly string[];
  readonly write: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
  /** Calls back with the names another tab removed; the returned function stops it. */
  readonly listen: (removed: (name: string) => void) => () => void;
}

/** The texts under a prefix. A browser without storage keeps nothing, without an error. */
export function keptTexts(shelf: string): KeptTexts {
  const prefix = `${shelf} `;
  return {
    read: () =>
      attempt(() => Object.entries({ ...localStorage }).flatMap(([key, text]) => (key.startsWith(prefix) ? [String(text)] : []))) ?? [],
    write: (name, text) => void attempt(() => localStorage.setItem(prefix + name, text)),
    remove: (name) => void attempt(() => localStorage.removeItem(prefix + name)),
    listen(removed) {
      const hear = ({ key, newValue, storageArea }: StorageEvent) => {
        if (storageArea === localStorage && newValue === null && key?.startsWith(prefix)) removed(key.slice(prefix.length));
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
  };
}
