import type { HandlersOf } from '../http/handlers.ts';
import { endSessionsFromProvider } from './leaving.ts';
import { begin, confirmByMail, confirmBySession, finish, mailLink } from './signingIn.ts';

export const singleSignOnHandlers: HandlersOf<
  | 'POST /company/start/'
  | 'POST /company/finish/'
  | 'POST /company/link/mail/'
  | 'POST /company/link/confirm/'
  | 'POST /company/link/'
  | 'POST /company/backchannel_logout/'
> = {
  'POST /company/start/': async ({ body }, call) => ({ address: await begin(call, call.caller, body.path) }),

  'POST /company/finish/': ({ body }, call) => finish(call, call.caller, body),

  async 'POST /company/link/mail/'(_, call) {
    await mailLink(call);
    return { detail: 'A link is on its way to the address of the account' };
  },

  'POST /company/link/confirm/': ({ body }, call) => confirmByMail(call, body.hash),

  'POST /company/link/': async (_, call) => ({ path: await confirmBySession(call, call.caller) }),

  async 'POST /company/backchannel_logout/'({ body }, call) {
    await endSessionsFromProvider(call, body.logout_token);
    return { detail: 'Logged out' };
  },
};
