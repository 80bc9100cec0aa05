import * as v from 'valibot';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type Api, Unanswered } from '../../../domain/contract/call.ts';
import { editQueueMachine, type Taken } from '../../machines/editQueue/editQueue.ts';
import { refusedOf, unsentOf, waitingOf } from '../../machines/editQueue/selectors.ts';
import { EDIT_ROUTES, type Edit, type EditRoute } from '../../machines/editQueue/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { type KeptTexts, keptTexts } from '../../services/keptTexts.ts';
import type { UnsentShown } from '../../views/shell/needs.ts';
import type { Composed } from '../app/actum.ts';
import { newKey } from '../calls/newKey.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';

/** Something just typed. `known` is the revision of the record as the screen shows it now. */
export type Typed = Omit<Edit, 'key' | 'problem'> & { readonly known: number | undefined };

const KeptEdit = v.object({
  at: v.number(),
  edit: v.object({
    key: v.string(),
    table: v.string(),
    route: v.picklist(EDIT_ROUTES),
    id: v.number(),
    field: v.string(),
    name: v.string(),
    text: v.string(),
    reads: v.picklist(['number', 'text']),
    value: v.string(),
    revision: v.number(),
    problem: v.nullable(v.object({ status: v.number(), body: v.unknown() })),
  }),
});

function keptEdits(texts: KeptTexts): readonly v.InferOutput<typeof KeptEdit>[] {
  const read = texts.read().flatMap((text) => {
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptEdit), text);
    return kept.success ? [kept.output] : [];
  });
  return read.sort((one, other) => one.at - other.at);
}

/** The record's revision in the answer to an edit. */
const revisionIn = (answer: object): number =>
  'record' in answer ? (answer.record as { revision: number }).revision : (answer as { row: { revision: number } }).row.revision;

const copy = (text: string) => navigator.clipboard.writeText(text);

type Calls = Map<string, PromiseWithResolvers<unknown>>;
type Queue = ActorRefFrom<typeof editQueueMachine>;

export interface Surroundings extends Pick<Composed, 'api' | 'session'> {
  readonly shown: ValueStore<UnsentShown>;
  readonly feeds: Pick<ProjectFeeds, 'edit' | 'refresh'>;
}

const makeSendEdit = (api: Api, feeds: Surroundings['feeds'], took: (edit: Edit, revision: number) => void) =>
  fromPromise<Taken, { edit: Edit | undefined }>(async ({ input: { edit }, signal }) => {
    if (edit === undefined) throw new Error('There is nothing to send');
    const { route, id, field, text, revision, key } = edit;
    const asked = { params: { id }, body: { [field]: text } };
    const answer = await feeds.edit(() => api<EditRoute>(route, asked as never, { signal, revision, key }));
    const left = revisionIn(answer);
    took(edit, left);
    return { answer, revision: left };
  });

/** The person's own edits of a record: one typed before an earlier one was answered is no conflict with it. */
function ownSteps() {
  const steps = new Map<string, Map<number, number>>();
  return {
    take({ route, id, revision }: Edit, left: number): void {
      const ofRecord = steps.get(`${route} ${id}`) ?? new Map<number, number>();
      if (left !== revision) steps.set(`${route} ${id}`, ofRecord.set(revision, left));
    },
    /** Follows the steps no further than to what is known to be there: an undo takes a revision back. */
    from(route: EditRoute, id: number, revision: number, known: number | undefined): number {
      const ofRecord = steps.get(`${route} ${id}`);
      let current = revision;
      for (let next = ofRecord?.get(current); next !== undefined && current !== known; next = ofRecord?.get(current)) current = next;
      return current;
    },
  };
}

const sending = (sendEdit: ReturnType<typeof makeSendEdit>) => editQueueMachine.provide({ actors: { sendEdit } });

/** One person's way of everything typed to the server, kept in the browser under their id until it is there. */
export function openQueue(person: number, { api, shown, feeds }: Surroundings, machineThat = sending) {
  const texts = keptTexts(`actum.edit ${person}`);
  const found = keptEdits(texts);
  const times = new Map(found.map(({ at, edit }) => [edit.key, at]));
  const steps = ownSteps();
  const [firstTries, calls]: [Calls, Calls] = [new Map(), new Map()];
  const settle = (key: string, how: (call: PromiseWithResolvers<unknown>) => void) => {
    for (const waiting of [firstTries, calls]) {
      const call = waiting.get(key);
      waiting.delete(key);
      if (call) how(call);
    }
  };
  const queue: Queue = createActor(machineThat(makeSendEdit(api, feeds, steps.take)), { input: { edits: found.map(({ edit }) => edit) } });

  let written: readonly Edit[] = found.map(({ edit }) => edit);
  let isBehind = found.length > 0;
  const leave = new AbortController();
  const warn = (event: BeforeUnloadEvent) => {
    if (unsentOf(queue.getSnapshot()).length > 0) event.preventDefault();
  };
  queue.on('edit.taken', ({ key, answer }) => settle(key, (call) => call.resolve(answer)));
  queue.on('edit.refused', ({ key, error }) => settle(key, (call) => call.reject(error)));
  queue.on('edits.postponed', () => {
    isBehind = true;
    for (const call of firstTries.values()) call.reject(new Unanswered('It waits to be sent again'));
    firstTries.clear();
  });
  const giveUp = (keys: readonly string[]) => queue.send({ type: 'edits.givenUp', keys });
  const retry = () => queue.send({ type: 'retry.requested' });
  queue.subscribe((snapshot) => {
    const { edits } = snapshot.context;
    for (const edit of edits) if (!written.includes(edit)) texts.write(edit.key, JSON.stringify({ at: times.get(edit.key), edit }));
    for (const { key } of written) if (!edits.some((edit) => edit.key === key)) texts.remove(key);
    written = edits;
    shown.set({ waiting: waitingOf(snapshot).length, refused: refusedOf(snapshot), retry, giveUp, copy });
    if (isBehind && snapshot.matches('resting')) {
      isBehind = false;
      feeds.refresh();
    }
  });
  const stopListening = texts.listen((key) => queue.send({ type: 'edit.settledElsewhere', key }));
  addEventListener('beforeunload', warn, { signal: leave.signal });
  addEventListener('online', retry, { signal: leave.signal });

  return {
    /** Begins to send: not before whoever opened it knows that it is open, for sending stirs the session. */
    start: () => void queue.start(),
    edits: () => queue.getSnapshot().context.edits,
    giveUp,
    /** What becomes of an edit that waits: Refused when the server says no. */
    outcomeOf(key: string): Promise<unknown> {
      const call = calls.get(key) ?? Promise.withResolvers<unknown>();
      calls.set(key, call);
      return call.promise;
    },
    /** Refused when the server said no, Unanswered when nobody did and the edit is kept to be sent again. */
    send({ known, ...typed }: Typed): Promise<unknown> {
      const key = newKey();
      const call = Promise.withResolvers<unknown>();
      firstTries.set(key, call);
      times.set(key, Math.max(Date.now(), ...[...times.values()].map((at) => at + 1)));
      const revision = steps.from(typed.route, typed.id, typed.revision, known);
      queue.send({ type: 'edit.typed', edit: { ...typed, key, revision, problem: null } });
      return call.promise;
    },
    stop(): void {
      stopListening();
      leave.abort();
      queue.stop();
    },
  };
}
