import * as v from 'valibot';
import { fromCallback } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { Extra, ExtrasPage } from '../../../domain/api/contractShapes.ts';
import { MAX_WINDOW } from '../../../domain/api/limits.ts';
import { extraMachine, type ToAsk, type ToDecide } from '../../machines/extra/extra.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { ExtraScreens, ExtrasChanged } from '../../views/extras/needs.ts';
import { calling } from '../calls/calling.ts';
import { reading } from '../calls/reading.ts';
import { required } from '../calls/required.ts';
import type { Follow } from '../live/follow.ts';

/** The latest that happened to an extra of the project: its revision grows with every decision. */
const NEWS = `subscription extras_news($project: Int!) {
  extras(where: {project_id: {_eq: $project}}, order_by: {revision: desc}, limit: 1) { id revision }
}`;
const WAITING = `subscription extras_waiting($project: Int!) {
  extras(where: {project_id: {_eq: $project}, status: {_eq: "asked"}}, order_by: {id: asc}, limit: 100) { id }
}`;
const WaitingAnswer = v.object({ extras: v.array(v.object({ id: v.number() })) });

const decided = (settled: Api, { extra, approves, text }: ToDecide, signal: AbortSignal): Promise<Extra> =>
  settled('POST /extras/:id/decide/', { params: { id: required(extra).id }, body: { approves, text } }, { signal });

/** Extras of a project: asked for, decided, withdrawn, and listed. `settled` makes its calls once all edits are saved: they count what is claimed. */
export const extrasOf = (api: Api, settled: Api, follow: Follow): ExtraScreens => ({
  extra: extraMachine.provide({
    actors: {
      ask: calling<Extra, ToAsk>(({ input: { row, quantity, reason }, signal }) => {
        const { row_id: id, act_id } = required(row);
        return settled('POST /rows/:id/extras/', { params: { id }, body: { quantity, reason, act_id } }, { signal });
      }),
      approve: calling<Extra, { extra: Extra | null }>(({ input: { extra }, signal }) =>
        decided(settled, { extra, approves: true, text: '' }, signal),
      ),
      decide: calling<Extra, ToDecide>(({ input, signal }) => decided(settled, input, signal)),
      withdraw: calling<Extra, { extra: Extra | null }>(({ input: { extra }, signal }) =>
        settled('DELETE /extras/:id/', { params: { id: required(extra).id } }, { signal }),
      ),
    },
  }),
  page(versionId) {
    const page = new ValueStore<ExtrasPage>();
    const query = { limit: String(MAX_WINDOW) };
    return {
      page,
      reading: reading(async (signal) =>
        page.set(await api('GET /versions/:id/extras/', { params: { id: versionId }, query }, { signal })),
      ),
    };
  },
  watch: fromCallback<{ readonly type: 'none' }, { readonly projectId: number }, ExtrasChanged>(({ input: { projectId }, emit }) => {
    let isFirst = true;
    return follow({ document: NEWS, variables: { project: projectId } }, () => {
      if (!isFirst) emit({ type: 'extras.changed' });
      isFirst = false;
    });
  }),
  waiting() {
    const count = new ValueStore<number>();
    return {
      count,
      watch: fromCallback<{ readonly type: 'none' }, { readonly projectId: number }, ExtrasChanged>(({ input: { projectId } }) =>
        follow({ document: WAITING, variables: { project: projectId } }, (answer) =>
          count.set(v.parse(WaitingAnswer, answer).extras.length),
        ),
      ),
    };
  },
});
