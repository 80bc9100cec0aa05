/** The calls about the security log: what a team's owners and admins read of it, and what the client reports to it. */
import * as v from 'valibot';
import { EXPORTED, SECURITY_GROUPS } from '../securityLog.ts';
import { Moment } from './days.ts';
import type { Endpoints } from './endpoint.ts';
import { Done, IdParameter, Title } from './fields.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

/** Entries in one answer. */
export const LOG_WINDOW = 100;
const text = (description: string) => v.pipe(v.string(), v.description(description));

export const SecurityEntry = v.object({
  id: Id,
  at: Timestamp,
  kind: text('What happened: one of the list in domain/securityLog.ts'),
  user_id: Nullable(Id),
  user_name: text('Who did it, by the name of then; empty for somebody who was not signed in, and for the operator'),
  about: text('What it was done to, by the name of then'),
  was: v.string(),
  becomes: v.string(),
  address: v.string(),
  device: v.string(),
});
export type SecurityEntry = v.InferOutput<typeof SecurityEntry>;

export const securityLogRoutes = {
  'GET /teams/:id/log/': {
    who: 'member',
    permission: 'seeTeamSettings',
    byToken: 'never',
    params: v.object({ id: IdParameter }),
    query: v.object({
      before: v.pipe(v.optional(IdParameter), v.description('Entries older than this one')),
      group: v.optional(v.picklist(SECURITY_GROUPS)),
      person: v.pipe(v.optional(IdParameter), v.description('What they did, and what was done to them')),
      from: v.optional(Moment),
      until: v.optional(Moment),
    }),
    answer: v.object({ entries: v.array(SecurityEntry), has_more: v.boolean() }),
  },
  'POST /teams/:id/log/exported/': {
    who: 'member',
    permission: 'seeTeamSettings',
    byToken: 'never',
    params: v.object({ id: IdParameter }),
    answer: Done,
  },
  'POST /projects/:id/exported/': {
    who: 'member',
    does: 'reads',
    params: v.object({ id: IdParameter }),
    body: v.object({ what: v.picklist(EXPORTED), name: Title }),
    answer: Done,
  },
} as const satisfies Endpoints;
