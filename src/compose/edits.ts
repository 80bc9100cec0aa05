import type { Saved, Subject } from '../machines/numberCell/types.ts';

/**
 * Sends the edits of one record one after another, each on the revision the one before left.
 * An edit typed before an earlier one of the same person was answered is no conflict with it.
 */
export function editsInTurn(): (subject: Subject, send: (revision: number) => Promise<Saved>) => Promise<Saved> {
  const underWay = new Map<number, Promise<unknown>>();
  const ownSteps = new Map<number, Map<number, number>>();
  return async ({ id, revision }, send) => {
    const steps = ownSteps.get(id) ?? new Map<number, number>();
    ownSteps.set(id, steps);
    const turn = (underWay.get(id) ?? Promise.resolve()).then(async () => {
      let current = revision;
      for (let next = steps.get(current); next !== undefined && next !== current; next = steps.get(current)) current = next;
      const saved = await send(current);
      if (saved.revision !== current) steps.set(current, saved.revision);
      return saved;
    });
    underWay.set(
      id,
      turn.catch(() => null),
    );
    return turn;
  };
}
