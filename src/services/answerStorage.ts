const KEY = 'actum.answer.';

/** Unsent drafts of answers, by names that are no secrets. */
export const answerStorage = {
  /** Null where nothing is stored. */
  read(name: string): unknown {
    try {
      return JSON.parse(localStorage.getItem(KEY + name) ?? 'null');
    } catch {
      return null;
    }
  },
  write(name: string, draft: unknown): void {
    try {
      localStorage.setItem(KEY + name, JSON.stringify(draft));
    } catch {
      return;
    }
  },
  /** Renames a draft: earlier versions named it by the key of its link. */
  move(from: string, to: string): void {
    try {
      const draft = localStorage.getItem(KEY + from);
      if (draft === null) return;
      localStorage.setItem(KEY + to, draft);
      localStorage.removeItem(KEY + from);
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
