import { useEffect, useRef, useState } from 'react';
import { createActor } from 'xstate';
import type { importMachine } from '../../machines/import/import.ts';
import type { ImportActor, ImportSnapshot } from './errors.ts';

const isChanging = (snapshot: ImportSnapshot) => snapshot.matches({ reviewing: 'changing' });

/** Stops it once the choices that a person has made are saved. */
function stopAtRest(actor: ImportActor): void {
  if (!isChanging(actor.getSnapshot())) actor.stop();
  else
    actor.subscribe((snapshot) => {
      if (!isChanging(snapshot)) actor.stop();
    });
}

/** Runs the import on screen. Choices are saved one after another, so a person may leave the screen before the last ones are sent. */
export function useImportActor(machine: typeof importMachine): ImportActor {
  const [actor] = useState(() => createActor(machine, { input: { isUnderWay: true } }));
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    actor.start();
    return () => {
      isShown.current = false;
      // React's strict mode ends an effect and begins it again at once.
      queueMicrotask(() => {
        if (!isShown.current) stopAtRest(actor);
      });
    };
  }, [actor]);
  return actor;
}
