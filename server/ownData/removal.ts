/** Removes deleted teams permanently, in slices short enough to delay nobody. */
import { sql } from 'kysely';
import type { Query } from '../db/open.ts';
import { removeInSlices } from '../db/pieces.ts';

/**
 * Every table with records of a team, in an order that never leaves a reference to a removed record. The security log is removed by its age
 * alone.
 */
export const OF_TEAM = [
  'certificates',
  'project_terms',
  'act_links',
  'act_answer_rows',
  'act_answer_lists',
  'act_answers',
  'act_list_totals',
  'act_section_totals',
  'act_totals',
  'act_rows',
  'acts',
  'places_taken',
  'settled_rows',
  'carryings',
  'carried_rows',
  'extras',
  'row_extras',
  'section_extras',
  'percent_lines',
  'row_views',
  'estimate_rows',
  'list_totals',
  'section_totals',
  'unsettled_outlines',
  'lists',
  'version_totals',
  'heartbeats',
  'row_comments',
  'comment_reads',
  'versions',
  'event_places',
  'event_changes',
  'event_notes',
  'moments',
  'recent_events',
  'project_changes',
  'import_lines',
  'import_rows',
  'import_list_facts',
  'import_lists',
  'import_vanished',
  'import_files',
  'imports',
  'import_mappings',
  'projects',
  'outgoing_mails',
  'invitation_links',
  'invitations',
  'project_limits',
  'later_limits',
  'former_members',
  'members',
] as const;

/** Removes teams whose time to be restored is over. Continues the removal that an ended process left unfinished. */
export async function removeDeletedTeams(query: Query): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update teams set purging_at = coalesce(purging_at, clock_timestamp()) where purge_at <= clock_timestamp() returning id`.execute(query);
  for (const { id } of rows) {
    for (const table of OF_TEAM) await removeInSlices(query, table, sql`team_id = ${id}`);
    await sql`delete from teams where id = ${id} and purging_at is not null`.execute(query);
  }
}
