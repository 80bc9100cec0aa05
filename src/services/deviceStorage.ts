/** Uses a storage of the browser; null where it refuses, because it is switched off or full. */
export function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Values on this device, each under a name of its own. A browser without storage keeps nothing, without an error. */
export const deviceStorage = (prefix: string) => ({
  /** Null where nothing is stored. */
  read: (name: string): unknown => attempt(() => JSON.parse(localStorage.getItem(prefix + name) ?? 'null')),
  write: (name: string, value: unknown): void => void attempt(() => localStorage.setItem(prefix + name, JSON.stringify(value))),
  forget: (name: string): void => void attempt(() => localStorage.removeItem(prefix + name)),
});
