import Cookies from 'js-cookie';
import type { Tokens } from '../../domain/contract/people.ts';

const HOUR = 60 * 60 * 1000;
const LIFETIME = { access: HOUR, refresh: 3 * 24 * HOUR };
const PROBE = 'actum.probe';
const GUARDED = { secure: true, sameSite: 'strict', path: '/' } as const;
const NAMES = ['access', 'refresh'] as const;
type Name = (typeof NAMES)[number];

/** Over https a cookie so named is set by this very host alone; elsewhere a browser takes the specification's names only. */
const HOST = '__Host-';
const prefix = () => (location.protocol === 'https:' ? HOST : '');
const kept = (name: Name) => Cookies.get(`${prefix()}${name}`);

/** When this browser first used the names of today: cookies under the earlier ones are gone, or somebody else's, three days later. */
const RENAMED = `${HOST}renamed`;
const YEAR = 365;

/** The cookies of an earlier release, or of a tab that still runs it, keep their person signed in. */
function rename(): void {
  if (prefix() === '') return;
  const since = Number(Cookies.get(RENAMED) ?? Date.now());
  if (Date.now() - since > LIFETIME.refresh) return;
  for (const name of NAMES) {
    const value = Cookies.get(name);
    if (value === undefined) continue;
    write(name, value);
    Cookies.remove(name, GUARDED);
  }
  Cookies.set(RENAMED, String(since), { ...GUARDED, expires: YEAR });
}

function write(name: Name, value: string): void {
  Cookies.set(`${prefix()}${name}`, value, { ...GUARDED, expires: new Date(Date.now() + LIFETIME[name]) });
}

/** The tokens between page loads (SPEC.md, section 9; over https their names begin with `__Host-`). The access cookie is gone long before the refresh cookie. */
export const tokenCookies = {
  /** Whether this browser keeps a secure cookie here, found out by writing one: over plain http it does on loopback at most. */
  keeps(): boolean {
    Cookies.set(PROBE, 'kept', GUARDED);
    const isKept = Cookies.get(PROBE) === 'kept';
    Cookies.remove(PROBE, GUARDED);
    return isKept;
  },
  read(): { readonly access: string | null; readonly refresh: string } | null {
    rename();
    const refresh = kept('refresh');
    return refresh === undefined ? null : { access: kept('access') ?? null, refresh };
  },
  write(tokens: Tokens): void {
    for (const name of NAMES) write(name, tokens[name]);
  },
  clear(): void {
    for (const name of NAMES) Cookies.remove(`${prefix()}${name}`, GUARDED);
  },
};
export type TokenCookies = typeof tokenCookies;
