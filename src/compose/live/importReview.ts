import * as v from 'valibot';
import { createActor } from 'xstate';
import type { ImportLists } from '../../../domain/contract/importShapes.ts';
import { reading } from '../calls/reading.ts';
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
  /** Says that the import on screen is finished or cancelled. */
  readonly end: () => void;
}

/** Keeps the lists of an import under review up to date with what others change. What the answers to one's own changes show is not loaded again. */
export function importReview({ follow, projectId, atRest, read, take, end }: Reviewing) {
  let shown: ImportLists | null = null;
  let heard: v.InferOutput<typeof Heard> | null = null;
  let ownChanges = 0;
  let answers = 0;

  const newest = (lists: ImportLists): ImportLists => {
    answers += 1;
    if (shown === null || shown.import_id !== lists.import_id || shown.revision <= lists.revision) shown = lists;
    return shown;
  };
  const isBehind = () =>
    heard !== null &&
    shown?.import_id === heard.id &&
    // Marks of a later import are made after the change they are of.
    shown.revision < (shown.is_first_import ? heard.revision : heard.marked_revision);
  async function catchUp(signal: AbortSignal): Promise<void> {
    if (!isBehind()) return;
    await atRest(signal);
    if (ownChanges > 0 || !isBehind()) return;
    const found = await read(signal);
    signal.throwIfAborted();
    // Another import may have taken its place: that is told as its end.
    if (isBehind() && found.import_id === shown?.import_id) take(newest(found));
  }
  /** Tells the actor that catches up, while the import is followed. */
  let tellChange = () => {};

  return {
    /** The lists, or newer ones that are on screen. */
    newest,
    /** Makes a change of one's own. */
    async change(make: () => Promise<ImportLists>): Promise<ImportLists> {
      ownChanges += 1;
      try {
        return newest(await make());
      } finally {
        ownChanges -= 1;
        tellChange();
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
    /** Follows the import until the returned function is called. */
    follow() {
      const catchingUp = createActor(reading(catchUp)).start();
      tellChange = () => catchingUp.send({ type: 'project.changed' });
      const unfollow = follow({ document: REVIEW, variables: { project: projectId } }, (answer) => {
        heard = v.parse(ReviewAnswer, answer).imports[0] ?? null;
        if (shown !== null && (heard?.id !== shown.import_id || heard.finished_version_id !== null)) end();
        else tellChange();
      });
      return () => {
        unfollow();
        tellChange = () => {};
        catchingUp.stop();
      };
    },
  };
}
