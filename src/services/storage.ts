import { attempt } from './deviceStorage.ts';

const COMPANY = 'actum.company';

/** The active team between page loads. A browser without storage keeps nothing, without an error. */
export const companyStorage = {
  read(): number | null {
    const id = Number(attempt(() => localStorage.getItem(COMPANY)));
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  },
  write: (id: number): void => void attempt(() => localStorage.setItem(COMPANY, String(id))),
  clear: (): void => void attempt(() => localStorage.removeItem(COMPANY)),
};
export type CompanyStorage = typeof companyStorage;
