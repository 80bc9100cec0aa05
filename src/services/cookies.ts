import Cookies from 'js-cookie';
import type { Tokens } from '../../domain/contract/people.ts';

const HOUR = 60 * 60 * 1000;
const LIFETIME = { access: HOUR, refresh: 3 * 24 * HOUR };
const PROBE = 'actum.probe';
const GUARDED = { secure: true, sameSite: 'strict', path: '/' } as const;

/** The tokens between page loads (SPEC.md, section 9). The access cookie is gone long before the refresh cookie. */
export const tokenCookies = {
  /** Whether this browser keeps a secure cookie here, found out by writing one: over plain http it does on loopback at most. */
  keeps(): boolean {
    Cookies.set(PROBE, 'kept', GUARDED);
    const isKept = Cookies.get(PROBE) === 'kept';
    Cookies.remove(PROBE, GUARDED);
    return isKept;
  },
  read(): { readonly access: string | null; readonly refresh: string } | null {
    const refresh = Cookies.get('refresh');
    return refresh === undefined ? null : { access: Cookies.get('access') ?? null, refresh };
  },
  write(tokens: Tokens): void {
    for (const name of ['access', 'refresh'] as const) {
      Cookies.set(name, tokens[name], { ...GUARDED, expires: new Date(Date.now() + LIFETIME[name]) });
    }
  },
  clear(): void {
    for (const name of ['access', 'refresh']) Cookies.remove(name, GUARDED);
  },
};
export type TokenCookies = typeof tokenCookies;
