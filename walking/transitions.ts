import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { getStateNodes } from 'xstate/graph';

/** A stable name for a transition: its source state, its event, its index among that event's candidates, its target. */
export function transitionKey(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition;
  const rivals: readonly AnyTransitionDefinition[] = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  const place = rivals.length > 1 ? `[${rivals.indexOf(transition)}]` : '';
  const to = target === undefined ? '(stays)' : target.map((node: AnyStateNode) => `#${node.id}`).join(' + ');
  return `#${source.id} -- ${eventType === '' ? 'always' : eventType}${place} -> ${to}`;
}

/** The name of a guard or an action. */
export const named = (it: unknown): string =>
  typeof it === 'string' ? it : typeof it === 'object' && it !== null && 'type' in it ? String(it.type) : '(inline)';

/** The key with its guard and its actions, for review. */
function transitionTerms(transition: AnyTransitionDefinition): string {
  const guard = transition.guard === undefined ? '' : ` when ${named(transition.guard)}`;
  const actions = transition.actions.length === 0 ? '' : ` do ${transition.actions.map(named).join(', ')}`;
  return transitionKey(transition) + guard + actions;
}

const nodesOf = (machine: AnyStateMachine): readonly AnyStateNode[] => [machine.root, ...getStateNodes(machine.root)];

/** The actors that a machine invokes, by their state and id, and whether it has an onError for each. */
export const invokedIn = (machine: AnyStateMachine): readonly { readonly name: string; readonly isCaught: boolean }[] =>
  nodesOf(machine).flatMap((node) =>
    node.invoke.map(({ id }) => ({ name: `#${node.id} ${id}`, isCaught: node.transitions.has(`xstate.error.actor.${id}`) })),
  );

/** Whether the application sends the event, not XState itself. */
const isOwnEvent = (event: string) => !event.startsWith('xstate.');

/**
 * The states that await an answer and ignore an event that a sibling state takes, with those events. Such an event does nothing, so its control must be
 * off or out of reach.
 */
export const leftOutWhileAwaiting = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine).flatMap((node) => {
    if (!node.invoke.some(({ id }) => node.transitions.has(`xstate.done.actor.${id}`))) return [];
    const taken = new Set([...aboveAndAt(node), ...getStateNodes(node)].flatMap(({ ownEvents }) => ownEvents));
    const siblingEvents = Object.values(node.parent?.states ?? {}).flatMap(({ ownEvents }) => ownEvents);
    const leftOut = [...new Set(siblingEvents)].filter((event) => isOwnEvent(event) && !taken.has(event)).sort();
    return leftOut.length === 0 ? [] : [`#${node.id} leaves out ${leftOut.join(', ')}`];
  });

const aboveAndAt = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent === undefined ? [node] : [node, ...aboveAndAt(node.parent)];

/** Every transition a machine declares: on, onDone, onError, after, always. */
export function declaredTransitions(machine: AnyStateMachine): readonly AnyTransitionDefinition[] {
  return nodesOf(machine).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
}

export const termsOf = (machine: AnyStateMachine): string => `${declaredTransitions(machine).map(transitionTerms).sort().join('\n')}\n`;

/** Records the transitions of live actors; pass `inspect` to createActor. */
export function recordTransitions() {
  const taken = new Set<string>();
  return {
    inspect(event: InspectionEvent): void {
      if (event.type === '@xstate.microstep') for (const transition of event._transitions) taken.add(transitionKey(transition));
    },
    /** Declared but never taken. */
    missed: (machine: AnyStateMachine): readonly string[] =>
      declaredTransitions(machine)
        .map(transitionKey)
        .filter((key) => !taken.has(key)),
  };
}
export type TransitionRecord = ReturnType<typeof recordTransitions>;

/** The machine with an inspector on each of its actors. */
export function watched<M extends AnyStateMachine>(machine: M, inspect: (event: InspectionEvent) => void): M {
  const begin: M['getInitialSnapshot'] = machine.getInitialSnapshot.bind(machine);
  machine.getInitialSnapshot = (scope, input) => {
    scope.system.inspect(inspect);
    return begin(scope, input);
  };
  return machine;
}
