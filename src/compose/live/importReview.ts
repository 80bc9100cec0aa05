import * as v from 'valibot';
import { type ActorRefFrom, createActor } from 'xstate';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import { importReviewMachine, isNewer } from '../../machines/importReview/importReview.ts';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import type { Follow } from './follow.ts';

const REVIEW = `subscription import_review($project: Int!) {
  imports(where: {project_id: {_eq: $project}}) { id revision marked_revision finished_version_id }
}`;
const Heard = v.object({ id: v.number(), revision: v.number(), marked_revision: v.number(), finished_version_id: v.nullable(v.number()) });
const ReviewAnswer = v.object({ imports: v.array(Heard) });

interface Reviewing {
  readonly follow: Follow;
  readonly projectId: number;
  /** Resolves once no correction is on its way. */
  readonly atRest: (signal: AbortSignal) => Promise<unknown>;
  readonly read: (signal: AbortSignal) => Promise<ImportLists>;
  /** Shows what others have changed. */
  readonly take: (lists: ImportLists) => void;
  /** Says that the import on screen was cancelled, or became a version. */
  readonly end: (isVersion: boolean) => void;
}

/** Keeps the lists of an import under review up to date with what others change. */
export function importReview(
  { follow, projectId, atRest, read, take, end }: Reviewing,
  provide = (machine: typeof importReviewMachine) => machine,
) {
  let shown: ImportLists | null = null;
  let answers = 0;
  let actor: ActorRefFrom<typeof importReviewMachine> | null = null;

  /** The lists, or newer ones that are on screen. */
  function newest(lists: ImportLists): ImportLists {
    answers += 1;
    if (shown === null || !isNewer(lists, shown)) shown = lists;
    actor?.send({ type: 'lists.shown', shown });
    return shown;
  }
  const machine = importReviewMachine.provide({
    actors: {
      readLists: calling<ImportLists>(async ({ signal }) => {
        await atRest(signal);
        signal.throwIfAborted();
        return read(signal);
      }),
    },
  });

  return {
    newest,
    /** Makes one of this person's own changes. */
    async change(make: () => Promise<ImportLists>): Promise<ImportLists> {
      actor?.send({ type: 'change.sent' });
      try {
        return newest(await make());
      } finally {
        actor?.send({ type: 'change.settled' });
      }
    },
    /** Loads rows; again when a change was answered meanwhile, because they may be older. */
    async rows<T>(load: () => Promise<T>): Promise<T> {
      for (;;) {
        const before = answers;
        const found = await load();
        if (answers === before) return found;
      }
    },
    /** Follows the import on screen until the returned function is called. */
    follow() {
      const review = createActor(provide(machine), { input: { shown: required(shown) } });
      review.on('lists.read', ({ lists }) => take(newest(lists)));
      review.on('import.ended', ({ isVersion }) => end(isVersion));
      review.start();
      actor = review;
      const unfollow = follow({ document: REVIEW, variables: { project: projectId } }, (answer) =>
        review.send({ type: 'import.heard', heard: v.parse(ReviewAnswer, answer).imports[0] ?? null }),
      );
      return () => {
        unfollow();
        review.stop();
        if (actor === review) actor = null;
      };
    },
  };
}
