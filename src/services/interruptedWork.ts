const WORK = 'actum.interrupted';

/** The work of a person whose session ended, for as long as this tab is open. A browser without storage keeps nothing, without an error. */
export const interruptedWork = {
  read(): string | null {
    try {
      return sessionStorage.getItem(WORK);
    } catch {
      return null;
    }
  },
  write(text: string): void {
    try {
      sessionStorage.setItem(WORK, text);
    } catch {
      return;
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(WORK);
    } catch {
      return;
    }
  },
};
