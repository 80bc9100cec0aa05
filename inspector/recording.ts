import type { ChartNode } from '../walking/chart.ts';
import type { Report } from './messages.ts';

export interface SeenActor {
  readonly actor: string;
  readonly name: string;
  readonly parent: string | null;
  readonly chart: ChartNode | null;
  readonly status: string;
  readonly active: readonly string[];
  readonly context: string;
  /** How often each transition was taken, and the last ones. */
  readonly taken: Readonly<Record<string, number>>;
  readonly last: readonly string[];
}
export type Seen = ReadonlyMap<string, SeenActor>;

function tell(seen: Map<string, SeenActor>, report: Report): void {
  if (report.kind === 'left') {
    for (const [id, actor] of seen) if (id.startsWith(report.page)) seen.set(id, { ...actor, status: 'gone' });
    return;
  }
  if (report.kind === 'actor') {
    seen.set(report.actor, { ...report, status: 'active', active: [], context: '', taken: {}, last: [] });
    return;
  }
  const actor = seen.get(report.actor);
  if (actor === undefined || report.kind === 'event') return;
  if (report.kind === 'snapshot') {
    seen.set(report.actor, { ...actor, status: report.status, active: report.active, context: report.context });
    return;
  }
  const taken = { ...actor.taken };
  for (const key of report.keys) taken[key] = (taken[key] ?? 0) + 1;
  seen.set(report.actor, { ...actor, taken, last: report.keys });
}

/** The state after the first reports, computed from the beginning of the recording. */
export function seenAfter(reports: readonly Report[], count: number): Seen {
  const seen = new Map<string, SeenActor>();
  for (const report of reports.slice(0, count)) tell(seen, report);
  return seen;
}
