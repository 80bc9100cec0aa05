/** How the review of an import follows others, in whatever order the live query, the answers to one's own changes and loaded lists arrive. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import type { ImportLists } from '../../domain/api/importShapes.ts';
import { importReview } from '../../src/compose/live/importReview.ts';

const lists = (revision: number, { id = 1, isFirst = true } = {}) =>
  ({ import_id: id, revision, is_first_import: isFirst }) as unknown as ImportLists;

function opened(first: ImportLists) {
  const heard: ((answer: unknown) => void)[] = [];
  const reads: PromiseWithResolvers<ImportLists>[] = [];
  const said: (string | number)[] = [];
  const rest = { now: Promise.resolve() };
  const review = importReview({
    projectId: 7,
    follow: (_, answered) => {
      heard.push((answer) => answered(answer, false));
      return () => undefined;
    },
    atRest: () => rest.now,
    read() {
      const read = Promise.withResolvers<ImportLists>();
      reads.push(read);
      return read.promise;
    },
    take: ({ revision }) => said.push(revision),
    end: () => said.push('ended'),
  });
  review.newest(first);
  onTestFinished(review.follow());
  const hear = (revision: number, { id = 1, marked = revision, version = null as number | null } = {}) =>
    heard[0]?.({ imports: [{ id, revision, marked_revision: marked, finished_version_id: version }] });
  return { review, hear, none: () => heard[0]?.({ imports: [] }), reads, said, rest };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('lists are loaded once for changes of others, and not for changes already on screen', async () => {
  const { hear, reads, said } = opened(lists(3));
  hear(3);
  await turn();
  expect(reads.length).toBe(0);
  hear(4);
  await turn();
  reads[0]?.resolve(lists(4));
  await turn();
  hear(4);
  await turn();
  expect([reads.length, said]).toEqual([1, [4]]);
});

test('a later import is loaded when its marks are made', async () => {
  const { hear, reads, said } = opened(lists(3, { isFirst: false }));
  hear(4, { marked: 3 });
  await turn();
  expect(reads.length).toBe(0);
  hear(4, { marked: 4 });
  await turn();
  reads[0]?.resolve(lists(4, { isFirst: false }));
  await turn();
  expect(said).toEqual([4]);
});

test('one’s own change that arrives live before its answer causes no load', async () => {
  const { review, hear, reads } = opened(lists(3));
  const answer = Promise.withResolvers<ImportLists>();
  const made = review.change(() => answer.promise);
  hear(4);
  await turn();
  answer.resolve(lists(4));
  expect((await made).revision).toBe(4);
  await turn();
  expect(reads.length).toBe(0);
});

test('changes of others during one’s own change are loaded once that is answered or refused', async () => {
  const { review, hear, reads, said } = opened(lists(3));
  const answer = Promise.withResolvers<ImportLists>();
  const made = review.change(() => answer.promise);
  hear(5);
  await turn();
  expect(reads.length).toBe(0);
  answer.reject(new Error('refused'));
  await expect(made).rejects.toThrow('refused');
  await turn();
  reads[0]?.resolve(lists(5));
  await turn();
  expect(said).toEqual([5]);
});

test('nothing is loaded until corrections under way are answered', async () => {
  const { review, hear, reads, rest } = opened(lists(3));
  const answered = Promise.withResolvers<void>();
  rest.now = answered.promise;
  hear(4);
  await turn();
  expect(reads.length).toBe(0);
  review.newest(lists(4));
  answered.resolve();
  await turn();
  expect(reads.length).toBe(0);
});

test('nothing older than the lists on screen replaces them: neither a late answer nor a load overtaken by an answer', async () => {
  const { review, hear, reads, said } = opened(lists(3));
  hear(4);
  await turn();
  expect(review.newest(lists(5)).revision).toBe(5);
  expect(review.newest(lists(4)).revision).toBe(5);
  reads[0]?.resolve(lists(4));
  await turn();
  expect(said).toEqual([]);
});

test('a failed load is repeated', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hear, reads, said } = opened(lists(3));
  hear(4);
  await turn();
  reads[0]?.reject(new Error('offline'));
  await turn();
  vi.advanceTimersByTime(5_000);
  await turn();
  reads[1]?.resolve(lists(4));
  await turn();
  expect(said).toEqual([4]);
});

test('a refused load is not repeated until something else has changed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hear, reads, said } = opened(lists(3));
  hear(4);
  await turn();
  reads[0]?.reject(new Refused(403, {}));
  await turn();
  vi.advanceTimersByTime(60_000);
  await turn();
  expect(reads.length).toBe(1);
  hear(5);
  await turn();
  reads[1]?.resolve(lists(5));
  await turn();
  expect(said).toEqual([5]);
});

test('the wait after each consecutive unanswered load grows, up to half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hear, reads } = opened(lists(3));
  hear(4);
  await turn();
  for (const [at, seconds] of [5, 10, 20, 30, 30].entries()) {
    reads[at]?.reject(at === 2 ? new Refused(429, {}) : new Unanswered('offline'));
    await turn();
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    await turn();
    expect(reads.length).toBe(at + 1);
    vi.advanceTimersByTime(1);
    await turn();
    expect(reads.length).toBe(at + 2);
  }
});

test('changes that arrive while lists are loading cause one more load', async () => {
  const { hear, reads, said } = opened(lists(3));
  for (const revision of [4, 5, 6]) {
    hear(revision);
    await turn();
  }
  expect(reads.length).toBe(1);
  reads[0]?.resolve(lists(4));
  await turn();
  expect(reads.length).toBe(2);
  reads[1]?.resolve(lists(6));
  await turn();
  expect([reads.length, said]).toEqual([2, [4, 6]]);
});

test('the end of an import is reported, whatever its cause, and an import that replaces it is not shown in its place', async () => {
  const { hear, none, reads, said } = opened(lists(3));
  hear(4);
  await turn();
  reads[0]?.resolve(lists(1, { id: 2 }));
  await turn();
  expect(said).toEqual([]);
  hear(1, { id: 2 });
  none();
  hear(4, { version: 9 });
  expect(said).toEqual(['ended', 'ended', 'ended']);
});

test('rows are loaded again when a change was answered meanwhile', async () => {
  const { review } = opened(lists(3));
  const loads: PromiseWithResolvers<string>[] = [];
  const rows = review.rows(() => {
    const load = Promise.withResolvers<string>();
    loads.push(load);
    return load.promise;
  });
  review.newest(lists(4));
  loads[0]?.resolve('old');
  await turn();
  loads[1]?.resolve('new');
  expect(await rows).toBe('new');
  expect(loads.length).toBe(2);
});
