import { attempt, deviceStorage } from './deviceStorage.ts';

const KEY = 'actum.answer.';

/** Unsent drafts of answers, by names that are no secrets. */
export const answerStorage = {
  ...deviceStorage(KEY),
  /** Renames a draft: earlier versions named it by the key of its link. */
  move(from: string, to: string): void {
    attempt(() => {
      const draft = localStorage.getItem(KEY + from);
      if (draft === null) return;
      localStorage.setItem(KEY + to, draft);
      localStorage.removeItem(KEY + from);
    });
  },
};
