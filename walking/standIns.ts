import { type AnyActorRef, createActor, createMachine } from 'xstate';

/** Logic that does nothing: what its actor would send is the model's to send. */
export const inert = createMachine({}) as never;

/** An actor that does nothing, for inputs that must name one. */
export const silent: AnyActorRef = createActor(createMachine({}));
