import type { factorRoutes } from '../../domain/api/factorRoutes.ts';
import type { HandlersOf } from '../http/handlers.ts';
import * as own from './own.ts';
import { siteOf } from './passkeys.ts';
import { beginProof, proofsOf, prove } from './proof.ts';
import { beginPasskey, finishSignIn } from './secondStep.ts';

export const factorHandlers: HandlersOf<Exclude<keyof typeof factorRoutes, `${string} /teams/${string}`>> = {
  'POST /token/passkey/': ({ body }, { database, publicUrl }) => beginPasskey(database.query, siteOf(publicUrl()), body.ticket),

  'POST /token/factor/': ({ body }, { database, config, publicUrl, from }) =>
    finishSignIn(database.query, { ...body, secret: config.jwtSecret, company: config.singleSignOn, site: siteOf(publicUrl()), from }),

  'GET /proof/': async (_, { database, caller }) => ({ proofs: await proofsOf(database.query, caller) }),
  'POST /proof/passkey/': (_, { database, caller, publicUrl }) => beginProof(database.query, siteOf(publicUrl()), caller),
  async 'POST /proof/'({ body }, { database, caller, config, publicUrl, from }) {
    const access = await prove({ database, caller, key: config.jwtSecret, site: siteOf(publicUrl()), from }, body);
    return { detail: 'It is you', access };
  },

  'GET /factors/': (_, { database, caller, publicUrl }) => own.factorsOf(database.query, caller, siteOf(publicUrl())),
  'POST /factors/app/': (_, { database, caller, config }) => own.beginApp(database.query, config.jwtSecret, caller),
  'POST /factors/app/confirm/': ({ body }, { config, ...around }) => own.confirmApp(around, config.jwtSecret, body),
  'POST /factors/passkey/': (_, { database, caller, publicUrl }) => own.beginPasskey(database.query, siteOf(publicUrl()), caller),
  'POST /factors/passkey/confirm/': ({ body }, { publicUrl, ...around }) => own.confirmPasskey(around, siteOf(publicUrl()), body),
  'POST /factors/recovery_codes/': async (_, around) => ({ recovery_codes: await own.remakeRecoveryCodes(around) }),
  'PATCH /factors/:id/': ({ params, body }, { database, caller }) => own.renameFactor(database, caller, params.id, body.name),
  async 'DELETE /factors/:id/'({ params }, around) {
    await own.removeFactor(around, params.id);
    return { detail: 'The factor has been removed' };
  },
};
