import { type AnyActorRef, type AnyMachineSnapshot, createActor as create, type InspectionEvent } from 'xstate';
import { transitionKey } from '../../../walking/transitions.ts';

/** Reports of an actor in the page to the test. */
export type Report =
  | { readonly kind: 'took'; readonly key: string }
  | { readonly kind: 'at'; readonly machine: string; readonly actor: string; readonly value: string };
declare global {
  interface Window {
    readonly actumTells?: (reports: readonly Report[]) => void;
    /** Set when a test needs the states of actors and not only their transitions, because each report is a call out of the page. */
    readonly actumTellsPlaces?: true;
  }
}

let waiting: Report[] = [];
/** Reports of one turn are sent together, because a call out of the page is slow. */
function tell(report: Report): void {
  if (waiting.length === 0)
    queueMicrotask(() => {
      window.actumTells?.(waiting);
      waiting = [];
    });
  waiting.push(report);
}
const known = new Set<string>();

function inspect(event: InspectionEvent): void {
  if (event.type === '@xstate.microstep') {
    for (const key of event._transitions.map(transitionKey)) {
      if (known.has(key)) continue;
      known.add(key);
      tell({ kind: 'took', key });
    }
  }
  if (window.actumTellsPlaces && event.type === '@xstate.snapshot' && 'value' in event.snapshot) {
    const { machine, value } = event.snapshot as AnyMachineSnapshot;
    tell({ kind: 'at', machine: machine.id, actor: (event.actorRef as AnyActorRef).id, value: JSON.stringify(value) });
  }
}

/** XState for the walked build, whose actors report their transitions and values. */
export * from 'xstate';
export const createActor: typeof create = (logic, ...[options]) => create(logic, { ...options, inspect } as never);
