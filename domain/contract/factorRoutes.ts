/** The calls about second factors, and about proving who one is. */
import * as v from 'valibot';
import { PROOFS } from '../factors.ts';
import type { Endpoints } from './endpoint.ts';
import { ProofGiven } from './factors.ts';

const done = v.object({ detail: v.string() });

export const factorRoutes = {
  'GET /proof/': { byToken: 'never', who: 'user', answer: v.object({ proofs: v.array(v.picklist(PROOFS)) }) },
  'POST /proof/': { byToken: 'never', who: 'user', body: ProofGiven, answer: done },
} as const satisfies Endpoints;
