import type { HandlersOf } from '../http/handlers.ts';
import { proofsOf, prove } from './proof.ts';

export const factorHandlers: HandlersOf<'GET /proof/' | 'POST /proof/'> = {
  'GET /proof/': async (_, { database, caller }) => ({ proofs: await proofsOf(database.query, caller) }),

  async 'POST /proof/'({ body }, { database, caller }) {
    await prove(database, caller, body);
    return { detail: 'It is you' };
  },
};
