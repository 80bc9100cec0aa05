import { createActor } from 'xstate';
import { unreachable } from '../../domain/sentences/general.ts';
import { pastMachine } from '../machines/past/past.ts';
import { sentenceText } from '../messages/sentences.ts';
import { later } from '../ui/later.ts';
import type { Screens } from '../views/screens.tsx';
import type { Composed } from './app/actum.ts';
import { startRowViews } from './app/rowViews.ts';
import { earlyUnder } from './calls/early.ts';
import { once } from './calls/once.ts';
import type { Edits } from './edits/answers.ts';
import { startInterruption } from './edits/interruption.ts';
import { OpenTables } from './edits/openTables.ts';
import { startEditQueue } from './edits/queue.ts';
import { afterEdits } from './edits/savedFirst.ts';
import { liveQueries } from './live/follow.ts';
import { projectFeeds } from './live/projectFeeds.ts';
import { onceEach } from './live/writes.ts';
import { estimateOf } from './screens/estimate.ts';
import { paletteOf } from './screens/palette.ts';
import { projectOf } from './screens/project.ts';
import { projectChangesOf, projectsOf } from './screens/projects.ts';
import { sidebarOf } from './screens/sidebar.ts';

type Surroundings = Pick<Composed, 'reach' | 'api' | 'openStream' | 'session' | 'notice' | 'query' | 'log' | 'reference'>;

/** Connects the machines of the screens with their calls. The code of rarely opened screens is loaded when needed. */
export function provideScreens(
  { reach, api: silentApi, openStream, session, notice, query, log, reference }: Surroundings,
  copyText: (text: string) => Promise<void> = async (text) => navigator.clipboard.writeText(text),
): Screens {
  const { follow, retry, lost } = liveQueries(openStream, session);
  const feeds = projectFeeds(follow, session);
  const api = onceEach(silentApi, feeds);
  const early = earlyUnder(session);
  const catchUp = () => {
    retry();
    feeds.refresh();
  };
  addEventListener('online', catchUp);
  reach.on('server.found', catchUp);
  const tables = new OpenTables();
  const queue = startEditQueue({ reach, api, session, feeds, tables });
  const viewOf = startRowViews({ api, reach, queue });
  const past = createActor(pastMachine).start();
  const languageChoice = once(async () => (await import('./app/languageChoice.ts')).startLanguageChoice({ api, session, notice }));
  /** For calls whose answer is computed from the person's edits, so that these are saved first. */
  const settled = afterEdits(api, queue);
  const edits: Edits = { queue, tables, refresh: feeds.refresh };
  return {
    queue,
    copyText,
    interruption: startInterruption({ session }),
    shownEdits: tables,
    liveNews: { lost, retry: catchUp },
    watchProject: feeds.logic,
    chooseLanguage: (language) =>
      void languageChoice().then(
        (choice) => choice.send({ type: 'language.chosen', language }),
        () => notice.send({ type: 'notice.shown', text: sentenceText(unreachable()), kind: 'wrong' }),
      ),
    history: later(async () => {
      const { historyOf } = await import('./edits/history.ts');
      return (projectId) => historyOf({ api, query, log, session, queue }, projectId);
    }),
    past,
    pastOf: later(async () => {
      const { pastOf } = await import('./edits/past.ts');
      return (subject) => pastOf({ api, queue, past }, subject);
    }),
    sidebar: (teamId) => sidebarOf(api, follow, teamId),
    palette: (teamId) => paletteOf(api, teamId),
    rowSearch: later(async () => {
      const { rowSearchOf } = await import('./screens/rowSearch.ts');
      return (teamId) => rowSearchOf(api, teamId);
    }),
    projects: (teamId) => projectsOf(api, follow, teamId),
    projectChanges: projectChangesOf(settled),
    project: (id) => projectOf(api, settled, early, id),
    securityLog: later(async () => {
      const { securityLogOf } = await import('./screens/securityLog.ts');
      return (teamId) => securityLogOf(api, teamId);
    }),
    tokens: later(async () => {
      const { tokensOf } = await import('./screens/accountTokens.ts');
      return () => tokensOf(api);
    }),
    sessions: later(async () => (await import('./screens/sessions.ts')).sessionScreensOf(api)),
    members: later(async () => {
      const { membersOf } = await import('./screens/members.ts');
      return (projectId) => membersOf(api, projectId);
    }),
    estimate: (versionId) => estimateOf(api, early, feeds, edits, viewOf, () => reference.getSnapshot().context.units, versionId),
    comparison: later(async () => {
      const { comparisonOf } = await import('./screens/comparison.ts');
      return (compared) => comparisonOf(api, compared, queue.getSnapshot().context.person);
    }),
    wholeContract: later(async () => {
      const { wholeContractOf } = await import('./screens/wholeContract.ts');
      return (versionId) => wholeContractOf(api, versionId, queue.getSnapshot().context.person);
    }),
    together: later(async () => (await import('./live/together.ts')).togetherOf({ api, session }, follow)),
    imports: later(async () => {
      const { importOf } = await import('./screens/import.ts');
      return (projectId) => importOf(api, edits, follow, projectId);
    }),
    act: later(async () => {
      const { actOf } = await import('./screens/act.ts');
      return (actId) => actOf(api, feeds, edits, viewOf, actId, copyText);
    }),
    publicAct: later(async () => {
      const { publicActOf } = await import('./screens/publicAct.ts');
      return () => publicActOf(api, follow);
    }),
    invoices: later(async () => (await import('./screens/invoices.ts')).invoicesOf(api)),
    paper: later(async () => (await import('./paper/paper.ts')).paperOf(api, queue)),
    payments: later(async () => (await import('./screens/payments.ts')).paymentsOf(api, settled)),
    carryings: later(async () => (await import('./screens/carrying.ts')).carryingsOf(settled)),
    extras: later(async () => (await import('./screens/extras.ts')).extrasOf(api, settled, follow)),
    exports: later(async () => (await import('./export/files.ts')).exportsOf(settled)),
  };
}
