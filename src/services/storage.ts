const COMPANY = 'actum.company';

/** The active team between page loads. A browser without storage keeps nothing, without an error. */
export const companyStorage = {
  read(): number | null {
    try {
      const id = Number(localStorage.getItem(COMPANY));
      return Number.isSafeInteger(id) && id > 0 ? id : null;
    } catch {
      return null;
    }
  },
  write(id: number): void {
    try {
      localStorage.setItem(COMPANY, String(id));
    } catch {
      return;
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(COMPANY);
    } catch {
      return;
    }
  },
};
export type CompanyStorage = typeof companyStorage;
