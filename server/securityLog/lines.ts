/** The entries of the security log as lines of the process's log: people and teams by their ids, without names or mail addresses. */
import type { SecurityKind } from '../../domain/securityLog.ts';
import type { Log } from '../log.ts';

interface Line {
  readonly kind: SecurityKind;
  readonly userId: number | null;
  readonly teamId: number | null;
  readonly aboutId: number | null;
  readonly address: string;
  readonly device: string;
}

const logs = new Set<Log>();

/** Writes every entry to this log as well. The returned function stops it. */
export function tellSecurityTo(log: Log): () => void {
  logs.add(log);
  return () => logs.delete(log);
}

export function tellSecurity({ kind, userId, teamId, aboutId, address, device }: Line): void {
  const fields = { event: 'security', kind, user: userId, team: teamId, about: aboutId, from: address, device };
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
  for (const log of logs) log.info(`Security: ${kind}`, filled);
}
