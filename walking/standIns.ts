import { type AnyActorRef, createActor, createMachine } from 'xstate';

/** Logic that does nothing, because the model sends the events its actor would send. */
export const inert = createMachine({}) as never;

/** An actor that does nothing, for inputs that must name one. */
export const silent: AnyActorRef = createActor(createMachine({}));
