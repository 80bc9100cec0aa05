import { useActorRef } from '@xstate/react';
import { useLayoutEffect, useState } from 'react';
import type { ActorOptions, ActorRefFrom, AnyStateMachine, Snapshot } from 'xstate';
import { spokenLanguage } from '../messages/messages.ts';
import { useProfile } from './actum.tsx';

/** Snapshots of the actors that ran before the language was changed, by person, machine and place on the page. */
const runBefore = new Map<string, Snapshot<unknown>>();

/** Runs a machine that continues when the person chooses another language, although the whole page is remounted then. */
export function useKeptActor<Machine extends AnyStateMachine>(machine: Machine, place: number | string): ActorRefFrom<Machine> {
  const person = useProfile()?.id;
  const [name] = useState(`${person} ${machine.id} ${place}`);
  const [options] = useState(() => {
    const snapshot = runBefore.get(name);
    return (snapshot === undefined ? {} : { snapshot }) as ActorOptions<AnyStateMachine>;
  });
  const actor = useActorRef<AnyStateMachine>(machine, options);
  // A layout effect, because its cleanup runs before that of the effect that stops the actor.
  useLayoutEffect(() => {
    const spoken = spokenLanguage();
    return () => {
      if (spokenLanguage() === spoken) runBefore.delete(name);
      else runBefore.set(name, actor.getPersistedSnapshot());
    };
  }, [actor, name]);
  return actor as ActorRefFrom<Machine>;
}
