import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import { Day } from '../../../domain/api/days.ts';
import { OptionalTitle, PostalAddress } from '../../../domain/api/fields.ts';
import type { Client, Parties } from '../../../domain/api/parties.ts';
import { printoutMachine } from '../../machines/printout/printout.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { ClientTyped, PaperPart } from '../../views/paper/needs.ts';
import { calling } from '../calls/calling.ts';
import { form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import type { EditQueue } from '../edits/queue.ts';
import { savedFirst } from '../edits/savedFirst.ts';

const ClientRules = v.object({
  name: OptionalTitle,
  address: PostalAddress,
  registration: OptionalTitle,
  contract_number: OptionalTitle,
  contract_date: v.union([v.literal(''), Day]),
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The parties named on prints, and the printing itself. */
export function paperOf(api: Api, queue: EditQueue): PaperPart {
  /** Those of the project on screen, for the form that changes them. Parts of one screen that need them at once ask once. */
  const unknown = (projectId: number) => ({ projectId, parties: new ValueStore<Parties>(), asked: null as Promise<Parties> | null });
  let known = unknown(0);
  return {
    printout: (loadRows) =>
      printoutMachine.provide({
        actors: {
          loadRows: calling<void>(async ({ signal }) => {
            // Otherwise the print would have sums without the text typed last.
            await savedFirst(queue, signal);
            await loadRows(signal);
          }),
          print: calling<void>(async () => {
            // The loaded rows have to be rendered before printing starts.
            await nextFrame();
            print();
          }),
        },
      }),
    parties(projectId) {
      if (known.projectId !== projectId) known = unknown(projectId);
      const mine = known;
      const ask = () => {
        mine.asked ??= api('GET /projects/:id/parties/', { params: { id: projectId } }).finally(() => {
          mine.asked = null;
        });
        return mine.asked;
      };
      return { parties: mine.parties, reading: reading(async () => mine.parties.set(await ask())) };
    },
    client: (projectId) =>
      form<ClientTyped, Client>('projectClient', ClientRules, '6.6 A project names its client', async (typed, signal) => {
        const body = { ...typed, contract_date: typed.contract_date === '' ? null : typed.contract_date };
        const client = await api('PUT /projects/:id/client/', { params: { id: projectId }, body }, { signal });
        const before = known.projectId === projectId ? known.parties.get() : null;
        if (before) known.parties.set({ ...before, client });
        return client;
      }),
  };
}
