/** Measures another person's reads and edits of their own estimate while a workbook is imported. */
import type { signedIn } from './signedIn.ts';

type Call = Awaited<ReturnType<typeof signedIn>>;

const ROWS = 300;
const WINDOW = 256;
/** Between two of their calls, in milliseconds. */
const PAUSE = 5;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

interface Waits {
  readonly read: number;
  readonly edit: number;
  readonly longest: number;
}

/** Another person's project. `during` repeats their calls until the work is done, and says how long 99 of 100 take at most, in milliseconds. */
export async function otherPerson(call: Call, teamId: number) {
  const project = await call('POST /projects', { body: { team_id: teamId, name: 'Other' } });
  const version = await call('POST /projects/:id/versions/', { params: { id: project.id }, body: {} });
  const { list } = await call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Works' } });
  const rows = Array.from({ length: ROWS }, (_, at) => ({ name: `Position ${at}`, unit: 'm2', quantity: `${at}.5`, unit_labour: '4.25' }));
  const { ids } = await call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  return {
    async during(work: Promise<unknown>): Promise<Waits> {
      const state = { isOver: false };
      const over = work.finally(() => {
        state.isOver = true;
      });
      const taken = { read: [] as number[], edit: [] as number[] };
      const timed = async (kind: 'read' | 'edit', asked: () => Promise<unknown>) => {
        const start = performance.now();
        await asked();
        taken[kind].push(performance.now() - start);
        await pause(PAUSE);
      };
      for (let at = 1; !state.isOver; at += 1) {
        await timed('read', () => call('GET /lists/:id/rows/', { params: { id: list.id }, query: { offset: 0, limit: WINDOW } }));
        await timed('edit', () => call('PUT /rows/:id/', { params: { id: ids[at % ROWS] ?? 0 }, body: { quantity: `${at}.25` } }));
      }
      await over;
      return {
        read: percentile(taken.read, 0.99),
        edit: percentile(taken.edit, 0.99),
        longest: Math.max(...taken.read, ...taken.edit),
      };
    },
  };
}
