import { findAct, findProject, findVersion } from '../access/refs.ts';
import { inAct } from '../acts/inAct.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { findCertificate, issuedSheet } from './issued.ts';
import { actSheet, issueBetween, issueForAct, notePaid, previewBetween, takeBack } from './issuing.ts';
import { ledgerOf, movesOf } from './ledger.ts';
import { allTerms, setTerms } from './terms.ts';

export const certificateHandlers: HandlersOf<
  | 'GET /projects/:id/terms/'
  | 'POST /projects/:id/terms/preview/'
  | 'PUT /projects/:id/terms/'
  | 'GET /versions/:id/certificates/'
  | 'POST /versions/:id/certificates/preview/'
  | 'POST /versions/:id/certificates/'
  | 'GET /acts/:id/certificate/'
  | 'POST /acts/:id/certificate/'
  | 'GET /certificates/:id/'
  | 'PUT /certificates/:id/paid/'
  | 'DELETE /certificates/:id/'
> = {
  async 'GET /projects/:id/terms/'({ params }, { database, caller }) {
    return allTerms(database.query, await findProject(database.query, caller, params.id));
  },
  async 'POST /projects/:id/terms/preview/'({ params, body }, { database, caller }) {
    return movesOf(database.query, await findProject(database.query, caller, params.id), body);
  },
  'PUT /projects/:id/terms/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => setTerms(tx, caller, params.id, body)),
  async 'GET /versions/:id/certificates/'({ params }, { database, caller }) {
    return ledgerOf(database.query, await findVersion(database.query, caller, params.id));
  },
  async 'POST /versions/:id/certificates/preview/'({ params, body }, { database, caller }) {
    return previewBetween(database.query, await findVersion(database.query, caller, params.id), body);
  },
  'POST /versions/:id/certificates/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => issueBetween(tx, caller, params.id, body)),
  async 'GET /acts/:id/certificate/'({ params }, { database, caller }) {
    return actSheet(database.query, await findAct(database.query, caller, params.id));
  },
  'POST /acts/:id/certificate/': ({ params, body }, call) => inAct(call, params.id, (tx, act) => issueForAct(tx, call.caller, act, body)),
  async 'GET /certificates/:id/'({ params }, { database, caller }) {
    return issuedSheet(database.query, await findCertificate(database.query, caller, params.id));
  },
  'PUT /certificates/:id/paid/': ({ params, body }, { database, caller }) =>
    database.query.transaction().execute((tx) => notePaid(tx, caller, params.id, body)),
  async 'DELETE /certificates/:id/'({ params }, { database, caller }) {
    await database.query.transaction().execute((tx) => takeBack(tx, caller, params.id));
    return { detail: 'The certificate has been taken back' };
  },
};
