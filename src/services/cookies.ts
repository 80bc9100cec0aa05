import Cookies from 'js-cookie';
import type { Tokens } from '../../domain/api/people.ts';

/** In days. */
const LIFETIME = { access: 1 / 24, refresh: 3 };
const guarded = Cookies.withAttributes({ secure: true, sameSite: 'strict' });
const NAMES = ['access', 'refresh'] as const;

/** Only this very host can set a cookie with this prefix, and only over https. Over plain http the prefix is not allowed. */
const HOST = location.protocol === 'https:' ? '__Host-' : '';
const PROBE = `${HOST}probe`;

const get = (name: keyof typeof LIFETIME) => guarded.get(HOST + name);
const set = (name: keyof typeof LIFETIME, value: string) => guarded.set(HOST + name, value, { expires: LIFETIME[name] });

/** The tokens between page loads (docs/product.md, 4.1). The access cookie expires long before the refresh cookie. */
export const tokenCookies = {
  /** Whether this browser stores a secure cookie here. Writing one is the only way to know: over plain http it works on loopback at most. */
  keeps(): boolean {
    guarded.set(PROBE, PROBE);
    const isKept = guarded.get(PROBE) !== undefined;
    guarded.remove(PROBE);
    return isKept;
  },
  read(): { readonly access: string | null; readonly refresh: string } | null {
    const refresh = get('refresh');
    return refresh ? { access: get('access') ?? null, refresh } : null;
  },
  write(tokens: Tokens): void {
    for (const name of NAMES) set(name, tokens[name]);
  },
  clear(): void {
    for (const name of NAMES) guarded.remove(HOST + name);
  },
};
export type TokenCookies = typeof tokenCookies;
