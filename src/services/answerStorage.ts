const KEY = 'actum.answer.';

/** Unsent drafts of answers, by the key of the link. */
export const answerStorage = {
  /** Null where nothing is stored. */
  read(link: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(KEY + link) ?? 'null');
    } catch {
      return null;
    }
  },
  write(link: string, draft: unknown): void {
    try {
      localStorage.setItem(KEY + link, JSON.stringify(draft));
    } catch {
      return;
    }
  },
  forget(link: string): void {
    try {
      localStorage.removeItem(KEY + link);
    } catch {
      return;
    }
  },
};
