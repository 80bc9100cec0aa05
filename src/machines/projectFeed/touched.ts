import type { ProjectChange } from '../../../domain/api/graphql.ts';

/** A change of the project, or null when anything in it may have changed. */
type MaybeChange = ProjectChange | null;

/** Whether the version's sums or names may differ now. */
export const touchesVersion = (change: MaybeChange, versionId: number): boolean =>
  change === null || change.touched.versions.includes(versionId);

/** Whether the project's versions and acts may differ in more than this version's price, which its summary also carries. */
export const touchesProject = (change: MaybeChange, versionId: number): boolean =>
  change === null ||
  change.touched.acts.length > 0 ||
  ['version', 'act'].includes(change.event.entity_type) ||
  change.touched.versions.some((id) => id !== versionId);

/** The rows of an estimate's list to load again: "all", single ones, or none. */
export function touchedRows(change: MaybeChange, listId: number): 'all' | readonly number[] {
  if (change === null) return 'all';
  const { lists, rows } = change.touched;
  if (!lists.includes(listId)) return [];
  return rows ?? 'all';
}

/** The only row an edit changed in this list; null when it changed several or none. It is loaded together with the summary. */
export function onlyRow(change: MaybeChange, listId: number | null): number | null {
  const rows = listId === null ? [] : touchedRows(change, listId);
  return rows !== 'all' && rows.length === 1 ? (rows[0] ?? null) : null;
}

/** The rows of an act to load again. Rows of the version's other acts change this act's rows too. */
export function touchedActRows(change: MaybeChange, act: { readonly id: number; readonly version_id: number }): 'all' | readonly number[] {
  if (change === null) return 'all';
  const { versions, acts, act_rows } = change.touched;
  if (acts.length === 0) return versions.includes(act.version_id) ? 'all' : [];
  if (!versions.includes(act.version_id)) return [];
  return acts.length === 1 && acts[0] === act.id ? (act_rows ?? 'all') : 'all';
}

/** Whether the act itself, its number, date, status or neighbours may differ: the change is more than single rows of acts. */
export const touchesAct = (change: MaybeChange, act: { readonly version_id: number }): boolean =>
  change === null || (touchesVersion(change, act.version_id) && change.event.entity_type !== 'act_row');
