import type { ActorRefFrom } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { HistoryLine, Moment } from '../../../domain/api/historyRoutes.ts';
import { HISTORY_WINDOW, valueEntered } from '../../../domain/history.ts';
import { isRowText } from '../../../domain/rowFields.ts';
import { actTable, listTable, summaryTable } from '../../machines/editQueue/tables.ts';
import { type CellRoute, Postponed } from '../../machines/editQueue/types.ts';
import type { PastSubject, pastMachine } from '../../machines/past/past.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { BringBack, MomentChange, PastPart, PastRead, Restoration } from '../../views/history/pastNeeds.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import type { EditQueue } from './queue.ts';
import { afterEdits, savedFirst } from './savedFirst.ts';
import { throughQueue } from './throughQueue.ts';

const PAGE = 30;

const CELLS: Readonly<Partial<Record<BringBack['kind'], CellRoute>>> = {
  row: 'PUT /rows/:id/',
  additional_cost: 'PUT /additional_summary_costs/custom/:id/',
  tax: 'PUT /taxes/:id/',
  act_row: 'PUT /act_rows/:id/',
};
const tableOf = ({ kind, now: { version_id, list_id, act_id } }: BringBack): string =>
  kind === 'row' ? listTable(list_id ?? 0) : kind === 'act_row' ? actTable(act_id ?? 0, list_id ?? 0) : summaryTable(version_id);

async function bringBack(api: Api, queue: EditQueue, back: BringBack, signal: AbortSignal): Promise<void> {
  const { kind, id, name, field, text, now } = back;
  const revision = now.revision ?? 0;
  const route = CELLS[kind];
  if (route !== undefined) {
    const value = valueEntered(now.values[field] ?? null);
    const reads = isRowText(field) ? 'text' : 'number';
    const edit = { kind: 'cell', route, id, field, text, reads, value, revision, table: tableOf(back), name, within: null } as const;
    // Without an answer the edit waits in the queue like any other, and is counted there.
    await throughQueue(queue, edit, signal, () => true).catch((error: unknown) => {
      if (!(error instanceof Postponed)) throw error;
    });
  } else if (kind === 'list') await api('PUT /lists/:id/', { params: { id }, body: { title: text } }, { signal, revision });
  else if (kind === 'version') await api('PATCH /versions/:id/', { params: { id }, body: { name: text } }, { signal });
  else {
    const body = field === 'status_id' ? { status_id: Number(text) } : field === 'number' ? { number: text } : { finish_date: text };
    await api('PUT /acts/:id/', { params: { id }, body }, { signal, revision });
  }
}

const SPEC = '11.10 A moment of a project has a name';

function changeMoment(
  api: Api,
  projectId: number,
  change: MomentChange,
  given: { name: string; note: string } | null,
  signal: AbortSignal,
) {
  if (change.kind === 'naming') {
    const body = { name: '', note: '', ...given, version_id: change.versionId };
    return api('POST /projects/:id/moments/', { params: { id: projectId }, body }, { signal });
  }
  const params = { id: projectId, momentId: change.moment.id };
  if (change.kind === 'removal') return api('DELETE /projects/:id/moments/:momentId/', { params }, { signal });
  return api('PUT /projects/:id/moments/:momentId/', { params, body: { name: '', note: '', ...given } }, { signal });
}

interface Surroundings {
  readonly api: Api;
  readonly queue: EditQueue;
  readonly past: ActorRefFrom<typeof pastMachine>;
}

/** The history of one record: as many pages as the panel shows, and the restoration of its values. */
export function pastOf({ api, queue, past }: Surroundings, { projectId, of, id, field }: PastSubject): PastPart {
  const read = new ValueStore<PastRead>();
  const moments = new ValueStore<readonly Moment[]>();
  return {
    read,
    moments,
    reading: reading(async (signal) => {
      const most = past.getSnapshot().context.pages * PAGE;
      if (of === 'version') moments.set(await api('GET /projects/:id/moments/', { params: { id: projectId } }, { signal }));
      const events: HistoryLine[] = [];
      let older: number | null | undefined;
      do {
        const limit = String(Math.min(HISTORY_WINDOW, most - events.length));
        const query = { of, of_id: id, limit, ...(field && { field }), ...(typeof older === 'number' && { before: older }) };
        const page = await api('GET /projects/:id/history/', { params: { id: projectId }, query }, { signal });
        events.push(...page.events);
        ({ older } = page);
      } while (older !== null && events.length < most);
      read.set({ events, hasOlder: older !== null });
    }),
    bringing: dialog<BringBack, null, void>('bringBack', '11.9 A value is brought back as a new edit', ({ subject }, signal) =>
      bringBack(api, queue, subject, signal),
    ),
    restoring: dialog<Restoration, null, void>(
      'restoration',
      '11.9 A value is brought back as a new edit',
      async ({ subject: { versionId, eventId, ids } }, signal) => {
        const body = { event_id: eventId, ...(ids && { ids: [...ids] }) };
        await savedFirst(queue, signal);
        await api('POST /versions/:id/restore/', { params: { id: versionId }, body }, { signal });
      },
    ),
    momentChange: dialog<MomentChange, { readonly name: string; readonly note: string } | null, void>(
      'momentChange',
      SPEC,
      async ({ subject, given }, signal) => {
        await changeMoment(afterEdits(api, queue), projectId, subject, given, signal);
      },
    ),
  };
}
