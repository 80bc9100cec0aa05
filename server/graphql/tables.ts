import { type RawBuilder, sql } from 'kysely';
import type { AccessLevel } from '../../domain/access.ts';
import { teamsSql } from '../access/session.ts';
import type { Viewer } from '../http/caller.ts';
import { importTopic } from '../imports/progress.ts';
import { membershipTopic } from '../teams/members.ts';

type Scalar = 'Int' | 'Float' | 'bigint' | 'String' | 'Boolean' | 'timestamptz' | 'jsonb';

/** A table the GraphQL API reads: its columns, and which of its rows exist for a caller. Nothing else can be reached. */
export interface ReadableTable {
  readonly columns: Readonly<Record<string, Scalar>>;
  readonly nullable: readonly string[];
  readonly live: boolean;
  /** Topic that wakes live queries of this table in addition to changes of the project. */
  readonly topic?: (projectId: number) => string;
  /** For a table whose rows belong to the caller: the topic that wakes the caller's live queries, which are shared with nobody. */
  readonly ownTopic?: (userId: number) => string;
  /** For a table that is followed for a whole team: the topic that wakes its live queries (migration 0100). */
  readonly teamTopic?: (teamId: number) => string;
  /** "member": its rows belong to teams, and those of other teams do not exist. "keyholder": the one row a public key opens. */
  readonly who: 'user' | 'member' | 'keyholder';
  /** The kind of access that reading a row has to its project: every member may read, and no column is a price. */
  readonly does: Extract<AccessLevel, 'reads'> | 'nothing';
  readonly visibleTo: (viewer: Viewer) => RawBuilder<boolean>;
}

const everyRow = () => sql<boolean>`true`;
const ofTeams = ({ caller }: Viewer) => (caller === null ? sql<boolean>`false` : sql<boolean>`team_id = any(${teamsSql(caller)})`);
const ofCaller = (viewer: Viewer) => sql<boolean>`${ofTeams(viewer)} and user_id = ${viewer.caller?.userId ?? 0}`;
const ofKey = ({ publicAct }: Viewer) => sql<boolean>`team_id = ${publicAct?.teamId ?? 0} and id = ${publicAct?.actId ?? 0}`;

export const READABLE: Readonly<Record<string, ReadableTable>> = {
  act_status: {
    columns: { id: 'Int', name: 'String', code: 'String', order: 'Int', color: 'String' },
    nullable: [],
    live: false,
    who: 'user',
    does: 'nothing',
    visibleTo: everyRow,
  },
  unit: {
    columns: { id: 'Int', name: 'String', full_name: 'String' },
    nullable: [],
    live: false,
    who: 'user',
    does: 'nothing',
    visibleTo: everyRow,
  },
  recent_events: {
    columns: {
      id: 'Int',
      entity_type: 'String',
      object_id: 'bigint',
      type: 'String',
      project_id: 'Int',
      processed: 'Boolean',
      created_at: 'timestamptz',
      author_id: 'Int',
      author_name: 'String',
      subject: 'String',
      field: 'String',
    },
    nullable: ['object_id', 'author_id'],
    live: true,
    who: 'member',
    does: 'reads',
    // Only events that can be undone or redone; the whole log is `GET /projects/:id/history/`.
    visibleTo: (viewer) => sql<boolean>`${ofTeams(viewer)} and not is_thin and not is_discarded`,
  },
  project_changes: {
    columns: {
      id: 'Int',
      project_id: 'Int',
      event_id: 'Int',
      way: 'String',
      author_id: 'Int',
      made_at: 'timestamptz',
      touched: 'jsonb',
      event: 'jsonb',
    },
    nullable: ['author_id'],
    live: true,
    who: 'member',
    does: 'reads',
    visibleTo: ofTeams,
  },
  project_access: {
    columns: { project_id: 'Int', can: 'String', prices: 'Boolean' },
    nullable: [],
    live: true,
    ownTopic: membershipTopic,
    who: 'member',
    does: 'reads',
    visibleTo: ofCaller,
  },
  team_projects: {
    columns: { team_id: 'Int', state: 'String', changed_at: 'timestamptz' },
    nullable: [],
    live: true,
    teamTopic: (teamId) => `team:${teamId}`,
    who: 'member',
    does: 'nothing',
    visibleTo: ofTeams,
  },
  presence: {
    columns: { project_id: 'Int', version_id: 'Int', user_id: 'Int', user_name: 'String' },
    nullable: [],
    live: true,
    who: 'member',
    does: 'reads',
    visibleTo: ofTeams,
  },
  imports: {
    columns: {
      id: 'Int',
      project_id: 'Int',
      status: 'String',
      progress: 'Float',
      revision: 'Int',
      marked_revision: 'Int',
      finished_version_id: 'Int',
    },
    nullable: ['finished_version_id'],
    live: true,
    topic: importTopic,
    who: 'member',
    does: 'reads',
    visibleTo: ofTeams,
  },
  row_comments: {
    columns: {
      id: 'Int',
      project_id: 'Int',
      type: 'String',
      row_id: 'bigint',
      author_id: 'Int',
      text: 'String',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    nullable: ['updated_at'],
    live: true,
    who: 'member',
    does: 'reads',
    visibleTo: ofTeams,
  },
  // Extras and their status, for those who follow them; quantities, reasons and prices are in `GET /versions/:id/extras/`.
  extras: {
    columns: { id: 'Int', project_id: 'Int', version_id: 'Int', row_id: 'bigint', status: 'String', revision: 'bigint' },
    nullable: [],
    live: true,
    who: 'member',
    does: 'reads',
    visibleTo: ofTeams,
  },
  public_act: {
    columns: { id: 'Int', changed_at: 'timestamptz' },
    nullable: [],
    live: true,
    who: 'keyholder',
    does: 'reads',
    visibleTo: ofKey,
  },
};

/** Documents are read as a whole: they cannot be used in conditions or orders. */
const isComparable = (scalar: Scalar): boolean => scalar !== 'jsonb';

export const COMPARISONS: Readonly<Record<string, string>> = { _eq: '=', _neq: '<>', _gt: '>', _gte: '>=', _lt: '<', _lte: '<=' };

/** The schema in the shape Hasura gives tables: where, order_by, limit and offset on each. */
export function schemaText(): string {
  const scalars = [...new Set(Object.values(READABLE).flatMap(({ columns }) => Object.values(columns)))].filter(isComparable);
  const comparison = (scalar: string) =>
    `input ${scalar}_comparison_exp { ${Object.keys(COMPARISONS)
      .map((name) => `${name}: ${scalar}`)
      .join(' ')} _in: [${scalar}!] _nin: [${scalar}!] _is_null: Boolean }`;
  const tables = Object.entries(READABLE).map(([name, { columns, nullable }]) => {
    const each = (shape: (column: string, scalar: Scalar) => string) =>
      Object.entries(columns)
        .map(([column, scalar]) => shape(column, scalar))
        .join(' ');
    const eachComparable = (shape: (column: string, scalar: Scalar) => string) =>
      each((column, scalar) => (isComparable(scalar) ? shape(column, scalar) : ''));
    return [
      `type ${name} { ${each((column, scalar) => `${column}: ${scalar}${nullable.includes(column) ? '' : '!'}`)} }`,
      `input ${name}_bool_exp { _and: [${name}_bool_exp!] _or: [${name}_bool_exp!] _not: ${name}_bool_exp ${eachComparable((column, scalar) => `${column}: ${scalar}_comparison_exp`)} }`,
      `input ${name}_order_by { ${eachComparable((column) => `${column}: order_by`)} }`,
    ].join('\n');
  });
  const field = (name: string) => `${name}(where: ${name}_bool_exp, order_by: [${name}_order_by!], limit: Int, offset: Int): [${name}!]!`;
  const fields = (names: readonly string[]) => names.map(field).join('\n  ');
  const live = Object.entries(READABLE).flatMap(([name, table]) => (table.live ? [name] : []));
  return [
    'scalar timestamptz',
    'scalar bigint',
    'scalar jsonb',
    'enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last }',
    ...scalars.map(comparison),
    ...tables,
    `type Query {\n  ${fields(Object.keys(READABLE))}\n}`,
    `type Subscription {\n  ${fields(live)}\n}`,
  ].join('\n');
}
