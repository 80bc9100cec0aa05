/** The carryings between versions, with the figures stored when each was made. */
import { sql } from 'kysely';
import type { Carried } from '../../domain/api/contractShapes.ts';
import type { CarriedFigures } from '../../domain/carry.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';

interface KeptCarrying {
  readonly id: number;
  readonly version_id: number;
  readonly from_version_id: number;
  readonly figures: CarriedFigures;
  readonly sent: Carried;
}
interface Stored extends Omit<KeptCarrying, 'sent'> {
  readonly from_number: number;
  readonly from_name: string;
  readonly into_number: number;
  readonly into_name: string;
  readonly by: string;
  readonly made_at: Date;
  readonly settled_rows: number;
}

/** The carryings that led to a version, oldest first; none for a version that starts a contract. */
export async function carryingsTo(query: Query, { teamId, versionId }: Pick<VersionRef, 'teamId' | 'versionId'>): Promise<KeptCarrying[]> {
  const { rows } = await sql<Stored>`
    with recursive chain as (
      select c.*, 1 as step from carryings c where c.team_id = ${teamId} and c.version_id = ${versionId} and c.withdrawn_at is null
      union all
      select p.*, c.step + 1 from chain c join carryings p on p.team_id = ${teamId} and p.version_id = c.from_version_id and p.withdrawn_at is null
    )
    select c.id, c.version_id, c.from_version_id, c.figures, o.number as from_number, o.name as from_name, n.number as into_number, n.name as into_name,
           u.name as by, c.made_at, (select count(*)::int from settled_rows s where s.team_id = c.team_id and s.carrying_id = c.id) as settled_rows
      from chain c join versions o on o.team_id = ${teamId} and o.id = c.from_version_id join versions n on n.team_id = ${teamId} and n.id = c.version_id
      join users u on u.id = c.made_by order by c.step desc`.execute(query);
  return rows.map(({ id, version_id, from_version_id, figures, ...of }) => {
    const { before, carried, settled, revaluation } = figures;
    const sent: Carried = {
      from: { id: from_version_id, number: of.from_number, name: of.from_name },
      into: { id: version_id, number: of.into_number, name: of.into_name },
      at: of.made_at.toISOString(),
      by: of.by,
      before,
      carried,
      settled,
      revaluation,
      settled_rows: of.settled_rows,
    };
    return { id, version_id, from_version_id, figures, sent };
  });
}

/** The carryings that led to a version in the shape people see. */
export const carriedTo = async (query: Query, version: Pick<VersionRef, 'teamId' | 'versionId'>): Promise<Carried[]> =>
  (await carryingsTo(query, version)).map(({ sent }) => sent);
