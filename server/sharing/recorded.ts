/** Records events of links of acts in the security log. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SecurityKind } from '../../domain/securityLog.ts';
import type { ActRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { isFirstWithin } from '../http/attempts.ts';
import type { From } from '../http/from.ts';
import { networkOf } from '../http/limits.ts';
import { recordSecurity } from '../securityLog/record.ts';

interface Happening {
  readonly kind: Extract<SecurityKind, `${'link' | 'answer_link'}_${string}` | 'act_answered' | 'answer_withdrawn'>;
  readonly userId: number | null;
  readonly from: From;
  /** The name of the person it is about. */
  readonly who?: string;
}

/** An act as people name it: its number in the version and the project. */
async function nameOf(query: Query, { teamId, projectId, place }: ActRef): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from projects where team_id = ${teamId} and id = ${projectId}`.execute(query);
  return `${place} · ${rows[0]?.name ?? ''}`;
}

export async function recordLink(query: Query, act: ActRef, { kind, userId, from, who }: Happening): Promise<void> {
  const on = { name: await nameOf(query, act), ...(who !== undefined && { becomes: who }) };
  await recordSecurity(query, { kind, userId, teamId: act.teamId, from, on });
}

const DAY = 24 * 3_600;

/** Records that somebody opened an act by its link: once a day for each network, because a page loads it again and again. */
export async function recordOpening(query: Query, act: ActRef, from: From): Promise<void> {
  const linkAndNetwork = createHash('sha256')
    .update(`${act.teamId} ${act.actId} ${networkOf(from.address)}`)
    .digest('base64url');
  await query.transaction().execute(async (tx) => {
    if (await isFirstWithin(tx, `link:opened:${linkAndNetwork}`, DAY))
      await recordLink(tx, act, { kind: 'link_opened', userId: null, from });
  });
}
