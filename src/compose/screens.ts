import { type Api, Unanswered } from '../../domain/contract/call.ts';
import type { Act, DeletedProject, Line, Project, Row, SidebarProject, VersionSummary } from '../../domain/contract/shapes.ts';
import { formDialog } from '../machines/formDialog/formDialog.ts';
import { ValueStore } from '../machines/resource/valueStore.ts';
import { RowStore } from '../machines/rowWindow/rowStore.ts';
import { m } from '../messages/messages.ts';
import type { ListChange, ListChanged, ProjectChange, VersionChange, VersionChanged } from '../views/changes.ts';
import type {
  ClaimedBefore,
  EstimateScreen,
  LineKind,
  ProjectScreen,
  ProjectsScreen,
  ProjectWithVersions,
  Screens,
  SidebarPart,
  UnsentShown,
} from '../views/screens.tsx';
import type { Composed } from './app/actum.ts';
import { columnWidths } from './app/columnWidths.ts';
import { startLanguageChoice } from './app/languageChoice.ts';
import { calling } from './calls/calling.ts';
import { once } from './calls/once.ts';
import { reading } from './calls/reading.ts';
import { required } from './calls/required.ts';
import { estimateRows, windowsInto } from './calls/windows.ts';
import { estimateGrid, type FindUnsentEdits, isNews, lineGrid } from './edits/cells.ts';
import { historyOf } from './edits/history.ts';
import { liveQueries } from './live/follow.ts';
import { type ProjectFeeds, projectFeeds } from './live/projectFeeds.ts';
import type { AskedChange } from './screens/changes.ts';
import { paletteOf } from './screens/palette.ts';

const parts = () => import('./screens/comparison.ts');

type MakeChange<Change, Outcome> = (
  by: Awaited<ReturnType<typeof parts>>,
  asked: AskedChange<Change>,
  signal: AbortSignal,
) => Promise<Outcome>;

/** A dialog about something as a whole; the code that makes the change comes with the first one. */
const changing = <Change, Outcome>(id: string, spec: string, make: MakeChange<Change, Outcome>) =>
  formDialog<Change, string | null, Outcome>(id, spec).provide({
    actors: { submit: calling<Outcome, AskedChange<Change>>(async ({ input, signal }) => make(await parts(), input, signal)) },
  });

function projectsOf(api: Api, teamId: number): ProjectsScreen {
  const projects = new ValueStore<readonly Project[]>();
  const bin = new ValueStore<readonly DeletedProject[]>();
  const query = { team_id: teamId };
  const create = formDialog<null, string, Project>('newProject', '2 /projects');
  return {
    projects,
    bin,
    reading: reading(async (signal) => {
      const [kept, deleted] = await Promise.all([
        api('GET /projects', { query }, { signal }),
        api('GET /projects/deleted/', { query }, { signal }),
      ]);
      bin.set(deleted);
      projects.set(kept);
    }),
    newProject: create.provide({
      actors: {
        submit: calling<Project, { subject: null; given: string | null }>(({ input, signal }) =>
          api('POST /projects', { body: { team_id: teamId, name: required(input.given) } }, { signal }),
        ),
      },
    }),
  };
}

function sidebarOf(api: Api, teamId: number): SidebarPart {
  const projects = new ValueStore<readonly SidebarProject[]>();
  return {
    projects,
    reading: reading(async (signal) =>
      projects.set(await api('GET /projects/sidebar/', { query: { team_id: teamId, status: 'available' } }, { signal })),
    ),
  };
}

function projectOf(api: Api, id: number): ProjectScreen {
  const project = new ValueStore<ProjectWithVersions>();
  const params = { id };
  return {
    project,
    versionChanges: changing<VersionChange, VersionChanged>('versionChange', '1 Versions', (by, asked, signal) =>
      by.changeVersion(api, id, asked, signal),
    ),
    reading: reading(async (signal) => {
      const [about, { versions }] = await Promise.all([
        api('GET /projects/:id/', { params }, { signal }),
        api('GET /projects/:id/tree', { params }, { signal }),
      ]);
      project.set({ project: about, versions });
    }),
  };
}

function estimateOf(api: Api, feeds: ProjectFeeds, edits: FindUnsentEdits, versionId: number): EstimateScreen {
  const summary = new ValueStore<VersionSummary>();
  const params = { id: versionId };
  const add = formDialog<LineKind, null, Line>('newLine', "2 Estimate summary table: 'add parameters', 'add taxes'");
  const remove = formDialog<{ readonly line: Line; readonly kind: LineKind }, null, void>('lineRemoval', '2 Estimate summary table');
  const claim = formDialog<null, string | null, Act | ClaimedBefore>('newAct', '1 Acts of completed work per estimate version');
  return {
    summary,
    reading: reading(async (signal) => summary.set(await api('GET /versions/:id/summary/', { params }, { signal }))),
    lines: lineGrid(edits, versionId, summary),
    newLine: add.provide({
      actors: {
        submit: calling<Line, { subject: LineKind | null; given: null }>(async ({ input, signal }) => {
          const answer =
            input.subject === 'tax'
              ? await api('POST /versions/:id/taxes/', { params, body: { name: m.estimate_new_tax() } }, { signal })
              : await api(
                  'POST /versions/:id/additional_summary_costs/',
                  { params, body: { name: m.estimate_new_parameter() } },
                  { signal },
                );
          summary.set(answer.summary);
          return answer.record;
        }),
      },
    }),
    lineRemoval: remove.provide({
      actors: {
        submit: calling<void, { subject: { readonly line: Line; readonly kind: LineKind } | null; given: null }>(
          async ({ input, signal }) => {
            const { line, kind } = required(input.subject);
            const gone = { params: { id: line.id } };
            summary.set(
              kind === 'tax'
                ? await api('DELETE /taxes/:id/', gone, { signal })
                : await api('DELETE /additional_summary_costs/custom/:id/', gone, { signal }),
            );
          },
        ),
      },
    }),
    listChanges: changing<ListChange, ListChanged>('listChange', '1 Lists', (by, asked, signal) =>
      by.changeList(api, versionId, summary, asked, signal),
    ),
    newAct: claim.provide({
      actors: {
        submit: calling<Act | ClaimedBefore, { subject: null; given: string | null }>(async ({ input, signal }) =>
          (await import('./screens/newAct.ts')).askForAct(api, versionId, input.given, signal),
        ),
      },
    }),
    newActAnyway: once(async () => (await import('./screens/newAct.ts')).actAnyway(api, versionId)),
    list(listId: number) {
      const rows = new RowStore<Row>();
      return {
        rows,
        windows: windowsInto(rows, estimateRows(api, listId), async (id, signal) => {
          const { row, summary: sums } = await api('GET /rows/:id/', { params: { id } }, { signal });
          if (isNews(rows.find(id), row)) rows.put(row);
          summary.set(sums);
        }),
        grid: estimateGrid(edits, listId, rows, summary),
        tools: once(async () => {
          const { listToolsOf } = await import('./edits/listTools.ts');
          return listToolsOf(api, feeds, versionId, listId, rows, summary);
        }),
      };
    },
    widths: columnWidths('list'),
  };
}

/** Joins the machines of the screens with the calls they make. */
export function provideScreens(
  { api, openStream, session, notice, query, log }: Pick<Composed, 'api' | 'openStream' | 'session' | 'notice' | 'query' | 'log'>,
  copyText: (text: string) => Promise<void> = (text) => navigator.clipboard.writeText(text),
): Screens {
  const { follow, retry } = liveQueries(openStream, session);
  const feeds = projectFeeds(follow, session);
  addEventListener('online', () => {
    retry();
    feeds.refresh();
  });
  const unsent = new ValueStore<UnsentShown>();
  const edits = once(async () => {
    const { unsentEdits } = await import('./parts.ts').catch(() => {
      throw new Unanswered('The code that sends edits could not be fetched');
    });
    return unsentEdits({ api, session, shown: unsent, feeds });
  });
  // What was typed on an earlier visit is sent whether a table is opened or not.
  edits().catch(() => undefined);
  return {
    unsent,
    together: once(async () => (await import('./parts.ts')).togetherOf({ api, session }, follow)),
    watchProject: feeds.logic,
    languageChoice: startLanguageChoice({ api, session, notice }),
    history: (projectId: number) => historyOf({ api, query, log }, projectId),
    projects: (teamId: number) => projectsOf(api, teamId),
    projectChanges: changing<ProjectChange, ProjectChange>('projectChange', '1 Projects', (by, asked, signal) =>
      by.changeProject(api, asked, signal),
    ),
    projectParts: once(async () => {
      const { comparisonOf, membersOf } = await parts();
      return {
        comparison: (newId: number, oldId: number) => comparisonOf(api, newId, oldId),
        members: (projectId: number) => membersOf(api, projectId),
      };
    }),
    sidebar: (teamId: number) => sidebarOf(api, teamId),
    project: (id: number) => projectOf(api, id),
    imports: once(async () => {
      const { importOf } = await import('./screens/import.ts');
      return (projectId: number) => importOf(api, follow, projectId);
    }),
    estimate: (versionId: number) => estimateOf(api, feeds, edits, versionId),
    acts: once(async () => {
      const { actOf, publicActOf } = await import('./actScreens.ts');
      return { act: (actId: number) => actOf(api, feeds, edits, actId, copyText), publicAct: () => publicActOf(api, follow) };
    }),
    exports: once(async () => (await import('./export/files.ts')).exportsOf(api)),
    palette: (teamId: number) => paletteOf(api, teamId),
  };
}
