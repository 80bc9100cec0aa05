import { Refused } from '../../../domain/api/call.ts';
import type { Tokens } from '../../../domain/api/people.ts';
import { ssoProve } from '../../../domain/sentences/singleSignOn.ts';
import { companySignInMachine } from '../../machines/companySignIn/companySignIn.ts';
import type { CompanyAddress, People } from '../../views/people.tsx';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';

type Around = Pick<Composed, 'api' | 'session' | 'outside'>;

/** Stores the session from a company sign-in for all tabs, and continues at its path. */
function enter({ session, outside: { cookies, tabs } }: Around, tokens: Tokens, path: string | null): void {
  cookies.write(tokens);
  tabs.tell(tokens);
  session.send({ type: 'destination.kept', path: path ?? '/projects' });
  session.send({ type: 'tokens.changedElsewhere', tokens });
}

/** After a sign-in with a password in this tab, the address where the account is connected. */
const CONNECTING = '/company?connect=';

async function answered(around: Around, { search, hash }: CompanyAddress): Promise<string | null> {
  const { api, session } = around;
  const { state = '', code, iss, error, connect } = Object.fromEntries(new URLSearchParams(search));
  if (hash !== null) {
    const { tokens, path } = await api('POST /company/link/confirm/', { body: { hash } });
    enter(around, tokens, path);
    return path;
  }
  if (connect !== undefined) return (await api('POST /company/link/', { body: {} })).path;
  const asked = { state, ...(code !== undefined && { code }), ...(iss !== undefined && { iss }), ...(error !== undefined && { error }) };
  try {
    const { tokens, path } = await api('POST /company/finish/', { body: asked });
    if (tokens !== null) enter(around, tokens, path);
    return path;
  } catch (failure) {
    if (failure instanceof Refused && failure.code === ssoProve.code) session.send({ type: 'destination.kept', path: CONNECTING });
    throw failure;
  }
}

/** The path to return to from the provider's page: the present one, or the projects from the sign-in page. */
const here = (): string => (location.pathname === '/' ? '/projects' : location.pathname + location.search);

/** The provider's answer is used up by the first call, so a repeated call of the same page gets the first answer. */
export function companySignInOf(around: Around): People['companySignIn'] {
  const { api, outside } = around;
  const answers = new Map<string, Promise<string | null>>();
  const finish = (address: CompanyAddress) => {
    const key = `${address.search} ${address.hash}`;
    const answer =
      answers.get(key) ??
      answered(around, address).catch((error: unknown) => {
        if (!(error instanceof Refused)) answers.delete(key);
        throw error;
      });
    answers.set(key, answer);
    return answer;
  };
  return (address) =>
    companySignInMachine.provide({
      actors: {
        leave: calling<void>(async ({ signal }) => {
          const { address: there } = await api('POST /company/start/', { body: { path: here() } }, { signal });
          outside.leaveFor(there);
        }),
        finish: calling<string | null>(() => finish(address)),
        mail: calling<void>(async ({ signal }) => {
          await api('POST /company/link/mail/', { body: {} }, { signal });
        }),
      },
    });
}
