/** The calls about second factors, and about proofs of identity. */
import * as v from 'valibot';
import { PROOFS } from '../factors.ts';
import type { Endpoints } from './endpoint.ts';
import * as f from './factors.ts';
import { Done, IdParameter } from './fields.ts';
import { FactorRequirement, Tokens } from './people.ts';

const id = v.object({ id: IdParameter });
const ticket = v.pipe(v.string(), v.maxLength(100));

export const factorRoutes = {
  /** Begins a sign-in by passkey: without a ticket by the passkey alone, with one as the second step. */
  'POST /token/passkey/': {
    who: 'anyone',
    body: v.object({ ticket: v.optional(ticket) }),
    answer: v.object({ ticket: v.string(), options: f.PasskeyOptions }),
  },
  /** The second step of a sign-in, or a passkey alone. */
  'POST /token/factor/': { who: 'anyone', body: v.object({ ticket, given: f.SecondStepGiven }), answer: Tokens },

  'GET /proof/': { byToken: 'never', who: 'user', answer: v.object({ proofs: v.array(v.picklist(PROOFS)) }) },
  'POST /proof/passkey/': { byToken: 'never', who: 'user', answer: f.PasskeyOptions },
  'POST /proof/': {
    byToken: 'never',
    who: 'user',
    body: f.ProofGiven,
    answer: v.object({
      ...Done.entries,
      access: v.pipe(v.string(), v.description('The access token from now on: those given before open nothing any more')),
    }),
  },

  'GET /factors/': { byToken: 'never', who: 'user', answer: f.Factors },
  'POST /factors/app/': { byToken: 'never', who: 'user', needsProof: true, answer: f.NewApp },
  'POST /factors/app/confirm/': { byToken: 'never', who: 'user', needsProof: true, status: 201, body: f.AppGiven, answer: f.AddedFactor },
  'POST /factors/passkey/': { byToken: 'never', who: 'user', needsProof: true, answer: f.PasskeyOptions },
  'POST /factors/passkey/confirm/': {
    byToken: 'never',
    who: 'user',
    needsProof: true,
    status: 201,
    body: f.PasskeyGiven,
    answer: f.AddedFactor,
  },
  'POST /factors/recovery_codes/': {
    byToken: 'never',
    who: 'user',
    needsProof: true,
    answer: v.object({ recovery_codes: v.array(v.string()) }),
  },
  'PATCH /factors/:id/': {
    byToken: 'never',
    who: 'user',
    needsProof: true,
    params: id,
    body: v.object({ name: f.FactorName }),
    answer: f.Factor,
  },
  'DELETE /factors/:id/': { byToken: 'never', who: 'user', needsProof: true, params: id, answer: Done },

  'GET /teams/:id/factor_requirement/': {
    byToken: 'never',
    who: 'member',
    permission: 'seeTeamSettings',
    params: id,
    answer: FactorRequirement,
  },
  'PUT /teams/:id/factor_requirement/': {
    byToken: 'never',
    who: 'member',
    permission: 'seeTeamSettings',
    needsProof: true,
    params: id,
    body: FactorRequirement,
    answer: FactorRequirement,
  },
} as const satisfies Endpoints;
