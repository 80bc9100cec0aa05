import { type AnyActorRef, type AnyMachineSnapshot, createActor as create, type InspectionEvent } from 'xstate';
import { transitionKey } from '../../../walking/transitions.ts';

/** What an actor in the page tells the test. */
export type Told =
  | { readonly kind: 'took'; readonly key: string }
  | { readonly kind: 'at'; readonly machine: string; readonly actor: string; readonly value: string };
declare global {
  interface Window {
    readonly actumTells?: (told: Told) => void;
  }
}

function tell(event: InspectionEvent): void {
  if (event.type === '@xstate.microstep') {
    for (const transition of event._transitions) window.actumTells?.({ kind: 'took', key: transitionKey(transition) });
  }
  if (event.type === '@xstate.snapshot' && 'value' in event.snapshot) {
    const { machine, value } = event.snapshot as AnyMachineSnapshot;
    window.actumTells?.({ kind: 'at', machine: machine.id, actor: (event.actorRef as AnyActorRef).id, value: JSON.stringify(value) });
  }
}

/** XState as the walked build has it: every actor tells what it does. */
export * from 'xstate';
export const createActor: typeof create = (logic, ...[options]) => create(logic, { ...options, inspect: tell } as never);
