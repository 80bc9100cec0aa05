import * as v from 'valibot';
import { createActor } from 'xstate';
import { interruptionMachine, type Place } from '../../machines/interruption/interruption.ts';
import { profileOf } from '../../machines/session/selectors.ts';
import { interruptedWork } from '../../services/interruptedWork.ts';
import type { Interruption } from '../../views/grid/needs.ts';
import type { Composed } from '../app/actum.ts';

const Kept = v.object({
  person: v.number(),
  place: v.object({
    table: v.string(),
    id: v.number(),
    row: v.number(),
    column: v.string(),
    text: v.nullable(v.string()),
    top: v.number(),
    left: v.number(),
  }),
});

function keptWork() {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), interruptedWork.read());
  return kept.success ? kept.output : null;
}

/** Keeps a person's cursor and text when their session ends, until the table shows them again. */
export function startInterruption(
  { session }: Pick<Composed, 'session'>,
  ready = (machine: typeof interruptionMachine) => machine,
): Interruption {
  const interruption = createActor(ready(interruptionMachine), { input: { work: keptWork() } });
  interruption.on('work.kept', ({ work }) => interruptedWork.write(JSON.stringify(work)));
  interruption.on('work.forgotten', interruptedWork.clear);
  interruption.start();

  const readers = new Set<() => Place | null>();
  const read = () => [...readers].flatMap((each) => each() ?? []);
  // Reading a table makes it hand unsent text to the queue. A person who logs out keeps no place.
  session.on('tokens.cleared', read);
  session.on('session.lost', ({ profile }) => {
    const [place] = read();
    if (place && profile) interruption.send({ type: 'work.interrupted', work: { person: profile.id, place } });
  });
  const meet = () => {
    const person = profileOf(session.getSnapshot())?.id;
    if (person !== undefined) interruption.send({ type: 'person.arrived', person });
  };
  session.subscribe(meet);
  meet();
  return {
    follow(read) {
      readers.add(read);
      return () => readers.delete(read);
    },
    at(table) {
      const { work } = interruption.getSnapshot().context;
      return work?.place.table === table ? work.place : null;
    },
    resumed: () => interruption.send({ type: 'work.resumed' }),
  };
}
