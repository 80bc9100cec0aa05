/** The data from which certificates of a contract are made: kept totals only, so the cost does not depend on the number of rows. */
import { sql } from 'kysely';
import type { CertifiedVersion, Summarised } from '../../domain/certificateSheet.ts';
import { settledWork } from '../../domain/contractWork.ts';
import type { VersionRef } from '../access/refs.ts';
import { finalStatus } from '../acts/lock.ts';
import { type DoneByList, doneByAct, estimateFrom } from '../acts/summary.ts';
import { carryingsTo } from '../contracts/carryings.ts';
import { type ContractVersionName, versionsOfContract } from '../contracts/versions.ts';
import type { Query } from '../db/open.ts';
import { partsOf, type StoredLine } from '../estimates/summary.ts';
import { notFound } from '../http/errors.ts';
import { type Chain, chainOf } from './issued.ts';
import { termsInForce } from './terms.ts';

export interface ContractAct {
  readonly id: number;
  readonly place: number;
  readonly number: string;
  readonly isAccepted: boolean;
  /** Its version's place in the contract. */
  readonly versionAt: number;
}
/** A version with its work. */
export interface WorkedVersion {
  readonly of: CertifiedVersion;
  /**
   * S(X) at the version's prices up to the act at a place; place 0 is the carried work. Only for the acts from the last certified one on.
   */
  readonly done: (place: number) => Summarised;
}

interface Head {
  readonly project: { readonly id: number; readonly name: string };
  readonly currency: string;
}
export interface Contract extends Head {
  readonly terms: Awaited<ReturnType<typeof termsInForce>>;
  readonly chain: Chain;
  /** In the order in which they carry on one another. */
  readonly versions: readonly ContractVersionName[];
  /** All acts, in their order: those of earlier versions first. */
  readonly acts: readonly ContractAct[];
  /** The acts that have no certificate. */
  readonly open: readonly ContractAct[];
  /** The version whose act comes next, or the latest: a release or an advance is issued on it. */
  readonly currentAt: number;
  /** A version by its place in the contract. Only from the first with an open act on. */
  readonly worked: (versionAt: number) => WorkedVersion;
  /** The place of the last certified act in a version: the next certificate counts work from there. */
  readonly certifiedPlace: (versionAt: number) => number;
}

async function headOf(query: Query, { teamId, projectId }: VersionRef): Promise<Head> {
  const found = await query
    .selectFrom('projects')
    .select(['id', 'name', 'currency'])
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const { id, name, currency } = found;
  return { project: { id, name }, currency };
}

interface StoredAct {
  readonly id: number;
  readonly version_id: number;
  readonly place: number;
  readonly number: string;
  readonly status_id: number;
}

/** All acts of a contract in their order, with those at place 0, which hold what was carried. */
async function actsOf(
  query: Query,
  teamId: number,
  versions: readonly ContractVersionName[],
): Promise<(StoredAct & { versionAt: number })[]> {
  const stored = await query
    .selectFrom('acts')
    .select(['id', 'version_id', 'place', 'number', 'status_id'])
    .where('team_id', '=', teamId)
    .where(
      'version_id',
      'in',
      versions.map(({ id }) => id),
    )
    .execute();
  const at = new Map(versions.map(({ id }, place) => [id, place]));
  return stored
    .map((act) => ({ ...act, versionAt: at.get(act.version_id) ?? 0 }))
    .toSorted((one, other) => one.versionAt - other.versionAt || one.place - other.place);
}

/** How many rows of a version have approved extras. */
async function extraRows(query: Query, { teamId, versionId }: VersionRef): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from row_extras where team_id = ${teamId} and version_id = ${versionId} and quantity <> 0`.execute(query);
  return rows[0]?.rows ?? 0;
}

const named = ({ name, percent_total }: StoredLine) => ({ name, percent_total });

async function workedVersion(
  query: Query,
  version: VersionRef,
  { id, number }: ContractVersionName,
  doneAt: (place: number) => DoneByList,
): Promise<WorkedVersion> {
  const parts = await partsOf(query, version);
  const carryings = await carryingsTo(query, version);
  const rows = await extraRows(query, version);
  const estimate = estimateFrom(parts);
  const of: CertifiedVersion = {
    version: { id, number },
    lists: parts.costs.map((list) => ({ id: list.id, title: list.title })),
    additional: estimate.additional.map(named),
    taxes: estimate.taxes.map(named),
    contract: estimate.contract(),
    extras: rows === 0 ? null : { original: estimate.estimated(), rows },
    settled: carryings.length === 0 ? null : carryings.map(({ figures, sent }) => settledWork(sent.from, figures)),
  };
  return { of, done: (place) => estimate.done(doneAt(place)) };
}

/** The contract that a version belongs to. */
export async function contractOf(query: Query, version: VersionRef): Promise<Contract> {
  const [head, terms, versions] = [
    await headOf(query, version),
    await termsInForce(query, version),
    await versionsOfContract(query, version),
  ];
  const chain = await chainOf(query, version, versions);
  const { id: final } = await finalStatus(query);
  const stored = await actsOf(query, version.teamId, versions);
  const certifiedAt = stored.findIndex(({ id }) => id === chain.actId);
  const certified = stored[certifiedAt];
  const act = ({ status_id, version_id: _, ...of }: (typeof stored)[number]): ContractAct => ({ ...of, isAccepted: status_id === final });
  const open = stored.slice(certifiedAt + 1).filter(({ place }) => place > 0);
  const currentAt = open[0]?.versionAt ?? versions.length - 1;
  const counted = stored.filter((each, at) => each.versionAt >= currentAt && (each.place === 0 || at >= certifiedAt));
  const done = await doneByAct(
    query,
    version,
    counted.map(({ id }) => id),
  );
  const worked = new Map<number, WorkedVersion>();
  for (const [at, name] of versions.entries()) {
    if (at < currentAt) continue;
    const idAt = new Map(counted.filter(({ versionAt }) => versionAt === at).map(({ id, place }) => [place, id]));
    const own = { ...version, versionId: name.id };
    worked.set(at, await workedVersion(query, own, name, (place) => done.get(idAt.get(place) ?? 0)));
  }
  return {
    ...head,
    terms,
    chain,
    versions,
    acts: stored.filter(({ place }) => place > 0).map(act),
    open: open.map(act),
    currentAt,
    worked: (at) => {
      const found = worked.get(at);
      if (found === undefined) throw new Error(`Version ${at} of a contract was not read`);
      return found;
    },
    certifiedPlace: (at) => (certified?.versionAt === at ? certified.place : 0),
  };
}
