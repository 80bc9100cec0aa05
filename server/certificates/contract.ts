/** What certificates of a contract are made from: kept totals only, so it costs the same however many rows there are. */
import type { Summarised } from '../../domain/certificateSheet.ts';
import type { CertificateSheet } from '../../domain/contract/certificateShapes.ts';
import type { VersionRef } from '../access/refs.ts';
import { finalStatus } from '../acts/lock.ts';
import { doneByAct, estimateFrom } from '../acts/summary.ts';
import type { Query } from '../db/open.ts';
import { partsOf } from '../estimates/summary.ts';
import { notFound } from '../http/errors.ts';
import { type Chain, chainOf } from './issued.ts';
import { termsInForce } from './terms.ts';

export interface ContractAct {
  readonly id: number;
  readonly place: number;
  readonly number: string;
  readonly isAccepted: boolean;
}

interface Head {
  readonly project: { readonly id: number; readonly name: string };
  readonly version: { readonly id: number; readonly number: number };
  readonly currency: string;
}

type NamedLine = CertificateSheet['taxes'][number];
export interface Contract extends Head {
  readonly terms: Awaited<ReturnType<typeof termsInForce>>;
  readonly chain: Chain;
  readonly lists: readonly { readonly id: number; readonly title: string }[];
  readonly additional: readonly Pick<NamedLine, 'name' | 'percent_total'>[];
  readonly taxes: readonly Pick<NamedLine, 'name' | 'percent_total'>[];
  readonly whole: Summarised;
  /** All acts, in their order. */
  readonly acts: readonly ContractAct[];
  /** S(X) up to an act at a place; of 0 nothing. Only of the acts from the last certified one on. */
  readonly done: (place: number) => Summarised;
}

async function headOf(query: Query, { teamId, versionId }: VersionRef): Promise<Head> {
  const found = await query
    .selectFrom('versions')
    .innerJoin('projects', (join) =>
      join.onRef('projects.team_id', '=', 'versions.team_id').onRef('projects.id', '=', 'versions.project_id'),
    )
    .select(['projects.id', 'projects.name', 'projects.currency', 'versions.number'])
    .where('versions.team_id', '=', teamId)
    .where('versions.id', '=', versionId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const { id, name, currency, number } = found;
  return { project: { id, name }, version: { id: versionId, number }, currency };
}

export async function contractOf(query: Query, version: VersionRef): Promise<Contract> {
  const [head, terms, chain, parts] = [
    await headOf(query, version),
    await termsInForce(query, version),
    await chainOf(query, version),
    await partsOf(query, version),
  ];
  const estimate = estimateFrom(parts);
  const { id: settled } = await finalStatus(query);
  const stored = await query
    .selectFrom('numbered_acts')
    .select(['id', 'place', 'number', 'status_id'])
    .where('team_id', '=', version.teamId)
    .where('version_id', '=', version.versionId)
    .orderBy('place')
    .execute();
  const open = stored.filter(({ place }) => place >= chain.actPlace);
  const done = await doneByAct(
    query,
    version,
    open.map(({ id }) => id),
  );
  const idAt = new Map(open.map(({ id, place }) => [place, id]));
  const name = ({ name: of, percent_total }: (typeof parts.lines)[number]) => ({ name: of, percent_total });
  return {
    ...head,
    terms,
    chain,
    lists: parts.costs.map(({ id, title }) => ({ id, title })),
    additional: estimate.additional.map(name),
    taxes: estimate.taxes.map(name),
    whole: estimate.contract(),
    acts: stored.map(({ id, place, number, status_id }) => ({ id, place, number, isAccepted: status_id === settled })),
    done: (place) => estimate.done(done.get(idAt.get(place) ?? 0)),
  };
}
