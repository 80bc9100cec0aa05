import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Locked, VersionRef } from '../../server/access/refs.ts';
import type { Tx } from '../../server/db/open.ts';
import { eventOf } from '../../server/estimates/editing.ts';
import { refreshPrice } from '../../server/estimates/summary.ts';
import { addVersion } from '../../server/estimates/versions.ts';
import type { Caller } from '../../server/http/caller.ts';

/** Tables whose rows belong to a project. */
const TABLES = [
  'projects',
  'versions',
  'lists',
  'estimate_rows',
  'percent_lines',
  'list_totals',
  'version_totals',
  'acts',
  'places_taken',
  'act_rows',
  'act_list_totals',
  'act_totals',
  'act_links',
  'act_answers',
  'act_answer_rows',
  'act_answer_lists',
  'recent_events',
  'row_comments',
  'comment_reads',
  'imports',
  'import_vanished',
];
const WRITES = new RegExp(
  `(?:insertInto|updateTable|deleteFrom)\\('(?:${TABLES.join('|')})'|(?:insert into|update|delete from) (?:${TABLES.join('|')})\\b`,
);
const HOLDS = /Locked<|\bLockedList\b|event: EventOf|\bLockedVersion\b|\block(?:Record|Project|ActRow|Own|Row)\(|openForEditing\(/;

/** Writes that hold no project, each with its reason. */
const WITHOUT = [
  // Makes the project.
  'server/projects/routes.ts projectHandlers',
  'server/demo/demo.ts makeEstimate',
  // One statement, which holds the project by itself.
  'server/projects/bin.ts restoreProject',
  // Holds the project by its own query, because it is in the bin.
  'server/projects/bin.ts emptyBin',
  // Nobody else can find an unpublished version. `number` is looked at in each statement, so what has been published is not removed.
  'server/estimates/unpublished.ts removeUnpublished',
  'server/projects/bin.ts removeVersion',
  // Each is one statement that locks the projects it removes events from, even those in the bin, and skips locked ones.
  'server/history/thinning.ts markThin',
  'server/history/thinning.ts discardUndone',
  // Nobody else writes events that can no longer be undone.
  'server/history/thinning.ts compact',
  'server/history/thinning.ts removeOld',
  // Removes a name from recorded answers; nothing else reads or writes it.
  'server/ownData/account.ts deleteAccount',
  // Waits for no lock: locked projects are skipped.
  'server/imports/progress.ts saveProgress',
  'server/imports/progress.ts withHeartbeat',
  // Holds only the import, because reading a file must not block the project.
  'server/imports/progress.ts beingRead',
];

/** The top-level declarations of a file: name and text. */
function declarations(path: string): { readonly name: string; readonly text: string }[] {
  const parts = readFileSync(path, 'utf8').split(/^(?=(?:export )?(?:async )?(?:function|const|class) )/m);
  return parts.map((text) => ({ name: /(?:function|const|class) (\w+)/.exec(text)?.[1] ?? '', text }));
}
const sources = globSync('server/**/*.ts').map((path) => path.replaceAll('\\', '/'));

test('everything that writes into a project holds its lock', () => {
  const unheld = sources.flatMap((path) =>
    declarations(path).flatMap(({ name, text }) => (WRITES.test(text) && !HOLDS.test(text) ? [`${path} ${name}`] : [])),
  );
  expect(unheld.filter((each) => !WITHOUT.includes(each))).toEqual([]);
});

test('only one file makes a locked place', () => {
  const makers = sources.filter((path) => / as (?:[\w<>& ]+ as )?(?:typeof place & )?Locked</.test(readFileSync(path, 'utf8')));
  expect(makers).toEqual(['server/access/refs.ts']);
  const lockers = sources.filter((path) => /from projects[^`]*for (?:no key )?update/.test(readFileSync(path, 'utf8')));
  expect(lockers.toSorted()).toEqual(['server/access/refs.ts', 'server/history/thinning.ts', 'server/projects/bin.ts']);
});

test('the compiler refuses a place that is not locked', () => {
  const refused = {
    // @ts-expect-error: the place is not held
    price: (tx: Tx, versionRef: VersionRef) => refreshPrice(tx, versionRef),
    // @ts-expect-error: the place is not held
    event: (versionRef: VersionRef, caller: Caller) => eventOf(versionRef, caller, 'row', 1, 'update', ''),
    // @ts-expect-error: the place is not held
    version: (tx: Tx, versionRef: VersionRef) => addVersion(tx, versionRef),
    // @ts-expect-error: a place put together from a held one need not lie in it
    copy: (tx: Tx, versionRef: Locked<VersionRef>, versionId: number) => refreshPrice(tx, { ...versionRef, versionId }),
  };
  expect(Object.keys(refused)).toHaveLength(4);
});
