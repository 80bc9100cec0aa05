import { type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions, initialTransition, transition } from 'xstate';
import { readable } from './chart.ts';
import type { AnyModel } from './modelIn.ts';
import { silent } from './standIns.ts';
import { declaredTransitions, transitionKey } from './transitions.ts';

/** The behaviour of a machine over everything its model allows. */
export interface Behaviour {
  /**
   * For each start and each transition: the states it enters by itself, its changes, emits, starts, stops and sends wherever it is taken, and whether a
   * guard blocks it somewhere.
   */
  readonly effects: readonly string[];
  /** Declared but never taken. */
  readonly missed: readonly string[];
  /** Rules of the model that did not hold somewhere. */
  readonly broken: readonly string[];
}
type Step = readonly [AnyMachineSnapshot, readonly { readonly type: string; readonly params?: unknown }[]];

const LIMIT = 20_000;
/** Snapshots with equal state keys are one state. Requests to the outside do not count. */
const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** The delay with its length, unless that is computed. */
function waitInWords(eventType: string, { delays }: AnyStateMachine['implementations']): string {
  const eventName = readable(eventType);
  const length: unknown = delays[eventName.replace('after ', '')];
  return `waits ${eventName}${typeof length === 'number' ? ` (${length} ms)` : ''}`;
}

function actionInWords({ type, params }: Step[1][number], machine: AnyStateMachine): readonly string[] {
  const { event, to, targetId, id } = (params ?? {}) as { event?: { type: string }; to?: { id: string }; targetId?: string; id?: string };
  const eventType = event?.type ?? '';
  switch (type) {
    case 'xstate.emit':
      return [`says ${eventType}`];
    case 'xstate.raise':
      return [eventType.startsWith('xstate.after.') ? waitInWords(eventType, machine.implementations) : `raises ${eventType}`];
    case 'xstate.sendTo':
      return [`tells ${(targetId ?? to?.id ?? '').replace(/^x:\d+$/, 'its owner')} ${eventType}`];
    case 'xstate.spawnChild':
      return [`starts ${id ?? ''}`];
    case 'xstate.stop':
    case 'xstate.stopChild':
      return ['stops a child'];
    case 'xstate.cancel':
      return [];
    default:
      return [`does ${type}`];
  }
}

function effectsOf(machine: AnyStateMachine, before: AnyMachineSnapshot | null, [after, actions]: Step): readonly string[] {
  const context = after.context as Readonly<Record<string, unknown>>;
  const was = (before?.context ?? context) as Readonly<Record<string, unknown>>;
  const set = Object.keys(context).filter((key) => !Object.is(context[key], was[key]));
  const nodesBefore: readonly unknown[] = before?._nodes ?? [];
  const entered = before === null ? [] : after._nodes.filter((node) => node.type === 'atomic' && !nodesBefore.includes(node));
  return [
    ...entered.map(({ id }) => `enters #${id}`),
    ...set.map((key) => `sets ${key}`),
    ...actions.flatMap((action) => actionInWords(action, machine)),
  ];
}

/** Walks a machine along its model, as a pure function. */
export function behaviourOf(model: AnyModel, machine: AnyStateMachine = model.machine): Behaviour {
  const effects = new Map<string, Set<string>>();
  const taken = new Set<string>();
  const broken = new Set<string>();
  const note = (key: string, found: readonly string[]) => {
    const known = effects.get(key) ?? new Set();
    for (const effect of found) known.add(effect);
    effects.set(key, known);
  };
  const judge = (snapshot: AnyMachineSnapshot) => {
    if (snapshot.status === 'error') broken.add('it does not fail');
    for (const sentence of model.broken(snapshot)) broken.add(sentence);
  };
  for (const [start, input] of Object.entries(model.starts(silent))) {
    const first = initialTransition(machine, input as never) as unknown as Step;
    note(`begins ${start}`, [`at ${textOf(first[0].value)}`, ...effectsOf(machine, null, first)]);
    judge(first[0]);
    const seen = new Map([[textOf(model.stateKey(first[0])), first[0]]]);
    // A Map also visits entries added during the iteration.
    for (const snapshot of seen.values()) {
      if (seen.size > LIMIT) throw new Error(`${machine.id} has states without end`);
      for (const event of model.events(snapshot)) {
        const selected = machine.getTransitionData(snapshot as never, event as never);
        for (const open of getNextTransitions(snapshot)) {
          if (open.eventType === event.type && !selected.includes(open))
            note(transitionKey(open), [selected.length === 0 ? 'held back' : 'gives way']);
        }
        if (selected.length === 0) continue;
        const step = transition(machine, snapshot as never, event as never) as unknown as Step;
        for (const key of selected.map(transitionKey)) {
          taken.add(key);
          // The transition names its target already.
          note(
            key,
            effectsOf(machine, snapshot, step).filter(
              (effect) => !effect.startsWith('enters') || !key.endsWith(`-> ${effect.slice('enters '.length)}`),
            ),
          );
        }
        judge(step[0]);
        const place = textOf(model.stateKey(step[0]));
        if (!seen.has(place)) seen.set(place, step[0]);
      }
    }
  }
  const always = declaredTransitions(machine).filter(({ eventType }) => eventType === '');
  return {
    effects: [...effects].map(([key, known]) => `${key}: ${[...known].sort().join(', ') || 'nothing'}`).sort(),
    // The live machine walks transitions that follow by themselves. Here their effects belong to the transition they follow.
    missed: declaredTransitions(machine)
      .filter((declared) => !always.includes(declared))
      .map(transitionKey)
      .filter((key) => !taken.has(key)),
    broken: [...broken].sort(),
  };
}
