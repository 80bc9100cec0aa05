import type { Api } from '../../../domain/api/call.ts';
import type { Member } from '../../../domain/api/people.ts';
import type { SecurityEntry } from '../../../domain/api/securityLogRoutes.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { type LogFilter, securityLogMachine, type WindowAsked } from '../../machines/securityLog/securityLog.ts';
import { m } from '../../messages/messages.ts';
import { saveText } from '../../services/download.ts';
import { dayOf } from '../../views/dates.ts';
import { csvOf } from '../../views/log/csv.ts';
import type { LogScreenPart } from '../../views/log/needs.ts';
import { calling } from '../calls/calling.ts';

/** The bounds of a day in this time zone, as moments. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

const queryOf = ({ group, person, from, until }: LogFilter) => ({
  ...(group !== null && { group }),
  ...(person !== null && { person }),
  ...(from !== null && { from: startOf(from) }),
  ...(until !== null && { until: endOf(until) }),
});

/** A team's security log, and a file of it. */
export function securityLogOf(api: Api, teamId: number): LogScreenPart {
  const entries = new ValueStore<readonly SecurityEntry[]>();
  const members = new ValueStore<readonly Member[]>();
  const params = { id: teamId };
  const read = (filter: LogFilter, before: number | undefined, signal: AbortSignal) =>
    api('GET /teams/:id/log/', { params, query: { ...queryOf(filter), ...(before !== undefined && { before }) } }, { signal });

  return {
    entries,
    members,
    machine: securityLogMachine.provide({
      actors: {
        load: calling<boolean, WindowAsked>(async ({ input: { filter, isMore }, signal }) => {
          if (members.get() === null) members.set(await api('GET /teams/:id/members', { params }, { signal }));
          const there = isMore ? (entries.get() ?? []) : [];
          const found = await read(filter, there.at(-1)?.id, signal);
          entries.set([...there, ...found.entries]);
          return found.has_more;
        }),
        makeFile: calling<void, LogFilter>(async ({ input: filter, signal }) => {
          const all: SecurityEntry[] = [];
          for (let hasMore = true; hasMore; ) {
            const found = await read(filter, all.at(-1)?.id, signal);
            all.push(...found.entries);
            hasMore = found.has_more;
          }
          await api('POST /teams/:id/log/exported/', { params }, { signal });
          saveText(`${m.log_title()} ${dayOf(new Date())}.csv`, 'text/csv', csvOf(all));
        }),
      },
    }),
  };
}
