import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { named, transitionKey } from './transitions.ts';

/** A machine as plain data, for drawing and for sending between windows. */
export interface ChartNode {
  readonly id: string;
  readonly name: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial: string | null;
  readonly invokes: readonly string[];
  readonly transitions: readonly ChartTransition[];
  readonly children: readonly ChartNode[];
}
export interface ChartTransition {
  readonly key: string;
  readonly source: string;
  readonly event: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
  readonly targets: readonly string[];
  /** The statement of docs/product.md it carries out. */
  readonly spec: string;
}

/** "done logIn", "after untilRefreshAgain": short forms of XState's event names. */
export const readable = (type: string): string =>
  type === ''
    ? 'always'
    : type
        .replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$1 $2')
        .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
        .replace(/^xstate\.done\.state\..+$/, 'done');

function chartTransition(transition: AnyTransitionDefinition): ChartTransition {
  const { source, eventType, guard, actions, target, meta } = transition;
  return {
    key: transitionKey(transition),
    source: source.id,
    event: readable(eventType),
    guard: guard === undefined ? null : named(guard),
    actions: actions.map(named),
    targets: (target ?? []).map((node: AnyStateNode) => node.id),
    spec: (meta as { readonly spec?: string } | undefined)?.spec ?? '',
  };
}

function chartNode(node: AnyStateNode): ChartNode {
  const own: readonly AnyTransitionDefinition[] = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return {
    id: node.id,
    name: node.key,
    type: node.type,
    initial: (node.initial?.target[0] as AnyStateNode | undefined)?.id ?? null,
    invokes: node.invoke.map(({ id }) => id),
    transitions: own.map(chartTransition),
    children: Object.values<AnyStateNode>(node.states).map(chartNode),
  };
}

export const chartOf = ({ root }: AnyStateMachine): ChartNode => chartNode(root);

/** A transition's event, with the guard that it depends on: "login.submitted [isPerson]". */
export const eventAndGuard = ({ event, guard }: Pick<ChartTransition, 'event' | 'guard'>): string =>
  guard === null ? event : `${event} [${guard}]`;

/** A node and all under it, outermost first. */
export const nodesOf = (node: ChartNode): readonly ChartNode[] => [node, ...node.children.flatMap(nodesOf)];
