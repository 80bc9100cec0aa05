import { type AnyActorLogic, type AnyActorRef, createActor as create, type InspectionEvent } from 'xstate';
import { note } from './notes.ts';

type Inspector = ((event: InspectionEvent) => void) | { readonly next?: (event: InspectionEvent) => void };

/** XState for tests that count the transitions they take. */
export * from 'xstate';
export const createActor: typeof create = (logic, ...[options]) => {
  const { inspect } = (options ?? {}) as { readonly inspect?: Inspector };
  const both = (event: InspectionEvent) => {
    if (event.type === '@xstate.microstep') {
      const { logic: own } = event.actorRef as AnyActorRef & { readonly logic: AnyActorLogic & { readonly id?: string } };
      note(own.id ?? '', event._transitions);
    }
    if (typeof inspect === 'function') inspect(event);
    else inspect?.next?.(event);
  };
  return create(logic, { ...options, inspect: both } as never);
};
