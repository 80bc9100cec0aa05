/** Rows as an act sees them, each with its section, by their ids (`read_claims`, migration 0059). */
import { type RawBuilder, sql } from 'kysely';
import { progress } from '../../domain/act.ts';
import { type Amounts, plus, ZERO } from '../../domain/amounts.ts';
import type { ActRow } from '../../domain/api/shapes.ts';
import { canonical } from '../../domain/decimal.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { type ReadRow, rowFrom } from '../estimates/rowSections.ts';
import type { ActRef } from './find.ts';
import { withSectionSums } from './sections.ts';
import { plainActRow } from './seenRows.ts';

type StoredSums = Omit<Amounts, 'total'>;

export interface ReadClaims {
  readonly rows: readonly ReadRow[];
  /** For each of the rows, in their order. */
  readonly claims: readonly {
    readonly quantity: string;
    readonly revision: number;
    readonly before: string;
    readonly answered: ActRow['answered'] | null;
    readonly extra: string | null;
    readonly sums_extra: StoredSums | null;
    readonly sums_before: StoredSums | null;
    readonly sums: StoredSums | null;
  }[];
}

/** Rows as an act sees them, with the headings around them: a part of statements that read or set claims. */
export const claimsSql = (teamId: unknown, versionId: unknown, place: unknown, ids: RawBuilder<unknown>) =>
  sql<ReadClaims>`read_claims(${teamId}::bigint, ${versionId}::bigint, ${place}::int, ${ids}::bigint[], true)`;

/** The rows apart from the headings around them. */
export function claimedRows({ rows, claims }: ReadClaims, act: ActRef): { rows: ActRow[]; sections: ActRow[] } {
  const seen = rows.flatMap((stored, at) => {
    const claim = claims[at];
    if (claim === undefined) return [];
    const { level, section_id, row_count } = rowFrom(stored);
    const { quantity, revision, before, answered, extra } = claim;
    const plain = {
      ...plainActRow({ ...stored, estimated: stored.quantity, quantity, revision, before, answered, extra }, act),
      level,
      section_id,
      row_count,
    };
    if (stored.kind !== 'section' || stored.section === null) return [plain];
    const sums = (of: StoredSums | null) => (of === null ? ZERO : sumsOf(of));
    const estimated = sumsOf(stored.section);
    const parts = progress(estimated, sums(claim.sums_before), sums(claim.sums), plus(estimated, sums(claim.sums_extra)));
    return [withSectionSums(plain, { ...parts, level, rowCount: row_count, parentId: section_id })];
  });
  const isAround = (at: number) => rows[at]?.is_around === true;
  return { rows: seen.filter((_, at) => !isAround(at)), sections: seen.filter((_, at) => isAround(at)) };
}

const pricesSent = ({ unit_labour, unit_materials, unit_tools }: ReadRow) => ({
  labour: canonical(unit_labour),
  materials: canonical(unit_materials),
  tools: canonical(unit_tools),
});

interface Asked {
  readonly teamId: number;
  readonly versionId: number;
  readonly place: number;
  readonly ids: readonly number[];
}
const readClaims = statement<Asked, { read: ReadClaims }>(
  'read_claims',
  ({ teamId, versionId, place, ids }) => sql`select ${claimsSql(teamId, versionId, place, sql`${ids}`)} as read`,
);

/** These rows in an act, in this order, and the headings around them. */
export async function claimsOf(
  query: Query,
  act: ActRef,
  ids: readonly number[],
  { withPrices = false } = {},
): Promise<{ rows: ActRow[]; sections: ActRow[] }> {
  const { teamId, versionId, place } = act;
  const [found] = await readClaims(query, { teamId, versionId, place, ids });
  const claims = found?.read ?? { rows: [], claims: [] };
  const seen = claimedRows(claims, act);
  if (!withPrices) return seen;
  const prices = new Map(claims.rows.map((row) => [row.id, pricesSent(row)]));
  return { ...seen, rows: seen.rows.map((row) => ({ ...row, unit_prices: prices.get(row.row_id) })) };
}
