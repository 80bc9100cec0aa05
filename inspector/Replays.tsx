import { useEffect, useState } from 'react';
import { type Replay, replay, type Walks, walksOf } from './replay.ts';

/** The paths the tests walk a machine along, replayed step by step on the machine alone. */
export function Replays({ machine, choose }: { readonly machine: string; readonly choose: (actor: string) => void }) {
  const [found, setFound] = useState<{ readonly machine: string; readonly walks: Walks | null } | null>(null);
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState<{ readonly replay: Replay; readonly next: string | null } | null>(null);
  useEffect(() => {
    let isStale = false;
    void walksOf(machine).then((walks) => {
      if (!isStale) setFound({ machine, walks });
    });
    return () => {
      isStale = true;
    };
  }, [machine]);
  if (found === null || found.walks === null || found.machine !== machine) return null;
  const { model, walks } = found.walks;
  const begin = () => {
    const walk = walks[at];
    if (walk === undefined) return;
    const begun = replay(model, walk);
    setRunning({ replay: begun, next: begun.next() });
    choose(begun.actor);
  };
  const step = (from: Replay) => {
    from.step();
    setRunning({ replay: from, next: from.next() });
  };
  return (
    <section>
      <h2>Replay a path</h2>
      <select aria-label="Path" value={at} onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}>
        {walks.map(({ name }, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
      <div className="row">
        <button type="button" onClick={begin}>
          Begin
        </button>
        <button type="button" disabled={running === null || running.next === null} onClick={() => running !== null && step(running.replay)}>
          Next step
        </button>
      </div>
      {running !== null && <p className="muted">{running.next === null ? 'The path is at its end.' : `Next: ${running.next}`}</p>}
    </section>
  );
}
