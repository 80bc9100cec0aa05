import { type AnyStateMachine, initialTransition, type SnapshotFrom, transition } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import type { Model, ModelEvent } from '../src/machines/model.ts';
import type { Subject } from '../src/machines/numberCell/types.ts';
import { silent } from './standIns.ts';

export interface Step<M extends AnyStateMachine> {
  readonly event: ModelEvent<M>;
  /** A snapshot of the state the step leads to. Only what the model's `place` covers is certain. */
  readonly expected: SnapshotFrom<M>;
}
export interface Path<M extends AnyStateMachine> {
  readonly name: string;
  readonly steps: readonly Step<M>[];
}

const LIMIT = 20_000;

/**
 * One path along every reachable edge: the shortest way to the edge, then the edge. Paths that are the beginning of others are left out. The machine is
 * walked as a pure function, because xstate/graph would register the system ids of a machine twice.
 */
export function edgePaths<M extends AnyStateMachine>(model: Model<M>, start: string): readonly Path<M>[] {
  type Snapshot = SnapshotFrom<M>;
  const { machine, events, stateKey } = model;
  const input = model.starts(silent)[start];
  const logic = {
    getInitialSnapshot: () => initialTransition(machine, input as never)[0],
    transition: (snapshot: Snapshot, event: ModelEvent<M>) => transition(machine, snapshot as never, event as never)[0],
  };
  const at = (snapshot: Snapshot) => JSON.stringify(stateKey(snapshot));
  const graph = getAdjacencyMap(logic as never, {
    events: ((snapshot: Snapshot) => events(snapshot)) as never,
    filterEvents: ((snapshot: { can(event: unknown): boolean }, event: unknown) => snapshot.can(event)) as never,
    serializeState: at as never,
    limit: LIMIT,
  }) as unknown as Record<string, { readonly transitions: Record<string, { readonly event: ModelEvent<M>; readonly state: Snapshot }> }>;

  const ways = new Map<string, readonly Step<M>[]>([[at(logic.getInitialSnapshot() as Snapshot), []]]);
  const walks: (readonly Step<M>[])[] = [];
  // A Map also visits entries added during the iteration, which makes this a breadth-first search.
  for (const [from, way] of ways) {
    for (const { event, state } of Object.values(graph[from]?.transitions ?? {})) {
      const walk = [...way, { event, expected: state }];
      if (!ways.has(at(state))) ways.set(at(state), walk);
      walks.push(walk);
    }
  }
  const paths = walks.map((steps) => ({ name: steps.map(({ event }) => eventInWords(event)).join(' > '), steps }));
  const names = paths.map(({ name }) => name).sort();
  const beginnings = new Set(names.filter((name, index) => names[index + 1]?.startsWith(`${name} > `)));
  return paths.filter(({ name }) => !beginnings.has(name));
}

/** The subject of a cell: its key, and the state of its edit in the queue. */
function subjectInWords(subject: unknown): unknown {
  const { key, unsent } = (subject ?? {}) as Partial<Subject>;
  return key === undefined ? subject : [key, ...(unsent ? [unsent.mode, unsent.edit.problem?.status] : [])].join(' ').trim();
}

/** An event as the name of a test gives it: "done logIn", "request.made r1". */
export function eventInWords(event: { readonly type: string }): string {
  const { type, ...details } = event;
  const short = type.replace(/^xstate\.(done|error)\.actor\./, '$1 ').replace(/^xstate\.after\.(\w+)\..*/, 'after $1');
  const text = JSON.stringify(details, (name, value: unknown) =>
    value instanceof Error
      ? `${value.name} ${'status' in value ? value.status : ''}`
      : name === 'call'
        ? undefined
        : name === 'subject'
          ? subjectInWords(value)
          : value,
  );
  return text === '{}' ? short : `${short} ${text}`;
}
