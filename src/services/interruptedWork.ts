import { attempt } from './deviceStorage.ts';

const WORK = 'actum.interrupted';

/** The work of a person whose session ended, for as long as this tab is open. A browser without storage keeps nothing, without an error. */
export const interruptedWork = {
  read: (): string | null => attempt(() => sessionStorage.getItem(WORK)),
  write: (text: string): void => void attempt(() => sessionStorage.setItem(WORK, text)),
  clear: (): void => void attempt(() => sessionStorage.removeItem(WORK)),
};
