import { type Api, Refused } from '../../../domain/api/call.ts';
import type { FoundRow } from '../../../domain/api/estimateShapes.ts';
import type { Project } from '../../../domain/api/shapes.ts';
import type { Destination, Whereabouts } from '../../machines/palette/types.ts';
import { m } from '../../messages/messages.ts';
import { listTitle, shownUnitPrice } from '../../views/figures.tsx';
import { paths } from '../../views/routing.tsx';

const projectDestination = ({ id, name, last_version_id }: Project): Destination => ({
  id: `project ${id}`,
  group: 'projects',
  name,
  detail: '',
  path: last_version_id === null ? paths.project(id) : paths.estimate(id, last_version_id),
});

/** The versions of the open project with their acts, and the lists of the version or act on screen. */
async function destinationsHere(api: Api, where: Whereabouts, signal: AbortSignal): Promise<readonly Destination[]> {
  const act = where.actId === null ? null : await api('GET /acts/:id/', { params: { id: where.actId } }, { signal });
  const projectId = act?.project_id ?? where.projectId;
  if (projectId === null) return [];
  const { versions } = await api('GET /projects/:id/tree', { params: { id: projectId } }, { signal });
  const versionId = act?.version_id ?? where.versionId ?? versions.at(-1)?.id;
  const version = versions.find(({ id }) => id === versionId);
  const lists = version === undefined ? [] : (await api('GET /versions/:id/summary/', { params: { id: version.id } }, { signal })).costs;
  const acts = versions.flatMap(({ number, acts: claims }) => claims.map((claim) => ({ ...claim, version: number })));
  const versionName = (number: number) => m.estimate_version({ number });
  return [
    ...versions.map(
      ({ id, number, name }): Destination => ({
        id: `version ${id}`,
        group: 'versions',
        name: name === '' ? versionName(number) : m.estimate_version_named({ number, name }),
        detail: m.estimate_summary(),
        path: paths.estimate(projectId, id),
      }),
    ),
    ...lists.map(
      ({ id, title }): Destination => ({
        id: `list ${id}`,
        group: 'lists',
        name: listTitle(title),
        detail: act ? m.act_numbered({ number: act.number }) : versionName(version?.number ?? 0),
        path: act ? paths.actList(act.id, id) : paths.list(projectId, version?.id ?? 0, id),
      }),
    ),
    ...acts.map(
      ({ id, number, version: against }): Destination => ({
        id: `act ${id}`,
        group: 'acts',
        name: m.act_numbered({ number }),
        detail: versionName(against),
        path: paths.act(id),
      }),
    ),
  ];
}

/** The record on screen may have been deleted; the other destinations remain. */
const noneWhenGone = (error: unknown): readonly Destination[] => {
  if (error instanceof Refused && error.status === 404) return [];
  throw error;
};

/** The team's projects, and the records of the open one. */
export async function destinationsOf(api: Api, teamId: number, where: Whereabouts, signal: AbortSignal): Promise<readonly Destination[]> {
  const [projects, here] = await Promise.all([
    api('GET /projects', { query: { team_id: teamId } }, { signal }),
    destinationsHere(api, where, signal).catch(noneWhenGone),
  ]);
  return [...projects.map(projectDestination), ...here];
}

/** The longest text a list is searched for. */
const LONGEST_SOUGHT = 100;
/** An amount and its currency; nothing for a reader who sees no prices. */
const priced = (amount: string, currency: string) => (amount === '' ? [] : [amount, currency]);

const rowDestination = ({ id, code, name, unit, unit_total, currency, ...where }: FoundRow): Destination => ({
  id: `row ${id}`,
  group: 'rows',
  name: [code, name].filter((text) => text !== '').join('  '),
  detail: `${[unit, ...priced(shownUnitPrice(unit_total), currency)].join(' ')} · ${where.project_name}, ${listTitle(where.list_title)}`,
  path: paths.row(where.project_id, where.version_id, where.list_id, id, (name || code).slice(0, LONGEST_SOUGHT)),
});

/** Rows of the team's projects that begin with a text. */
export const foundRows = async (api: Api, teamId: number, text: string, signal: AbortSignal): Promise<readonly Destination[]> =>
  (await api('GET /teams/:id/rows/', { params: { id: teamId }, query: { text } }, { signal })).map(rowDestination);
