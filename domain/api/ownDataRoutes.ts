/** The calls about one's own data: downloading it, and deleting an account or a team. */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import { Done, IdParameter } from './fields.ts';
import { Team } from './people.ts';
import { Id, Timestamp } from './scalars.ts';

const team = v.object({ id: IdParameter });

/** The parts of a person's own data. */
export const OWN_PARTS = [
  'profile',
  'preferences',
  'sessions',
  'teams',
  'tokens',
  'comments',
  'extras',
  'moments',
  'events',
  'log',
] as const;
/** The parts of everything a team has. */
export const TEAM_PARTS = [
  'team',
  'people',
  'limits',
  'invitations',
  'projects',
  'versions',
  'lists',
  'rows',
  'percent_lines',
  'acts',
  'act_rows',
  'answers',
  'answer_rows',
  'terms',
  'certificates',
  'carryings',
  'carried_rows',
  'settled_rows',
  'extras',
  'comments',
  'moments',
  'events',
] as const;
export type OwnPart = (typeof OWN_PARTS)[number];
export type TeamPart = (typeof TEAM_PARTS)[number];

const after = v.optional(v.pipe(v.string(), v.regex(/^\d{1,18}$/)));
export const DataWindow = v.object({
  lines: v.pipe(v.array(v.string()), v.description('Records as JSON texts, in which numbers are exact')),
  next: v.pipe(v.nullable(v.string()), v.description('What `after` is for the window behind; null at the end')),
});
export type DataWindow = v.InferOutput<typeof DataWindow>;

export const DeletedTeam = v.object({ id: Id, name: v.string(), deleted_at: Timestamp, gone_at: Timestamp });
export type DeletedTeam = v.InferOutput<typeof DeletedTeam>;

export const ownDataRoutes = {
  'GET /profile/data/': { byToken: 'never', who: 'user', query: v.object({ part: v.picklist(OWN_PARTS), after }), answer: DataWindow },
  'DELETE /profile/': { who: 'user', needsProof: true, answer: Done },
  'GET /teams/:id/data/': {
    who: 'member',
    permission: 'ownTeam',
    needsProof: true,
    params: team,
    query: v.object({ part: v.picklist(TEAM_PARTS), after }),
    answer: DataWindow,
  },
  'POST /teams/:id/delete/': {
    who: 'member',
    permission: 'ownTeam',
    needsProof: true,
    params: team,
    body: v.object({ name: v.string() }),
    answer: DeletedTeam,
  },
  'GET /teams/deleted/': { who: 'user', answer: v.array(DeletedTeam) },
  'POST /teams/:id/restore/': { byToken: 'never', who: 'user', needsProof: true, params: team, answer: Team },
} as const satisfies Endpoints;
