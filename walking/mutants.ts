import { type AnyStateMachine, createMachine } from 'xstate';
import { chartOf, nodesOf } from './chart.ts';
import { named, termsOf } from './transitions.ts';

type MutantKind =
  | 'a guard always true'
  | 'a guard always false'
  | 'an action that does nothing'
  | 'a longer delay'
  | 'a dropped action'
  | 'a wrong target'
  | 'a removed transition'
  | 'a swallowed error';
export interface Mutant {
  readonly kind: MutantKind;
  /** The broken part and where it is. */
  readonly what: string;
  readonly machine: AnyStateMachine;
}

type Part = Record<string, unknown>;
type Implementations = Readonly<Record<'actions' | 'guards' | 'actors' | 'delays', Readonly<Record<string, unknown>>>>;
/** A list of competing transitions and its position in the config. */
interface Slot {
  readonly owner: Part;
  readonly key: string;
  readonly where: string;
  /** Handles the failure of an actor; `success` may hold the handler of its success. */
  readonly success?: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const copied = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(copied)
    : isPart(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]))
      : value;
const listed = (value: unknown): readonly unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const spelled = (transition: unknown): Part => (isPart(transition) ? transition : { target: transition });

function slotsOf(state: Part, at: string): readonly Slot[] {
  const collections = ['on', 'after'].flatMap((name) =>
    isPart(state[name]) ? Object.keys(state[name]).map((key) => ({ owner: state[name] as Part, key, where: `${at} ${name} ${key}` })) : [],
  );
  const own = ['always', 'onDone'].flatMap((key) => (key in state ? [{ owner: state, key, where: `${at} ${key}` }] : []));
  const invoked = listed(state.invoke)
    .filter(isPart)
    .flatMap((invoke) =>
      ['onDone', 'onError', 'onSnapshot'].flatMap((key) =>
        key in invoke ? [{ owner: invoke, key, where: `${at} ${String(invoke.id)} ${key}`, success: invoke.onDone }] : [],
      ),
    );
  const inner = isPart(state.states) ? Object.entries(state.states).flatMap(([key, child]) => slotsOf(child as Part, `${at}.${key}`)) : [];
  return [...collections, ...own, ...invoked, ...inner];
}
function statesOf(state: Part, at: string): readonly { readonly state: Part; readonly at: string }[] {
  const inner = isPart(state.states) ? Object.entries(state.states).flatMap(([key, child]) => statesOf(child as Part, `${at}.${key}`)) : [];
  return [{ state, at }, ...inner];
}

/** More than any step needs. */
const MOST_ASKED = 1000;
/**
 * The guards, which fail once they have been asked too often about one event: a mutant may follow its transitions without an event for ever,
 * and would take all memory.
 */
function endingGuards(guards: Implementations['guards']): Implementations['guards'] {
  let latest: unknown = null;
  let asked = 0;
  const ending = (guard: unknown) =>
    typeof guard !== 'function' || 'check' in guard
      ? guard
      : (args: { readonly event: unknown }, params: unknown) => {
          asked = args.event === latest ? asked + 1 : 0;
          latest = args.event;
          if (asked > MOST_ASKED) throw new Error('The machine never comes to rest');
          return guard(args, params);
        };
  return Object.fromEntries(Object.entries(guards).map(([name, guard]) => [name, ending(guard)]));
}

/** Machines that differ from the given one by one likely mistake. */
export function mutantsOf(original: AnyStateMachine): readonly Mutant[] {
  const implementations = original.implementations as unknown as Implementations;
  const mutants: Mutant[] = [];
  const add = (kind: MutantKind, what: string, config: unknown, over: Implementations = implementations) =>
    mutants.push({ kind, what, machine: createMachine(config as never, { ...over, guards: endingGuards(over.guards) } as never) });
  const replacing = (kind: 'actions' | 'guards' | 'delays', name: string, by: unknown): Implementations => ({
    ...implementations,
    [kind]: { ...implementations[kind], [name]: by },
  });
  /** The same slot in a copy of the config that may be changed. */
  const broken = (kind: MutantKind, at: number, change: (slot: Slot) => string | null) => {
    const config = copied(original.config) as Part;
    const slot = slotsOf(config, original.id)[at] as Slot;
    const what = change(slot);
    if (what !== null) add(kind, `${slot.where}${what}`, config);
  };

  // Machines that share a setup declare more names than each one uses.
  const used = ([name]: readonly [string, unknown]) => JSON.stringify(original.config).includes(`"${name}"`);
  const guards = Object.entries(implementations.guards).filter(used);
  const actions = Object.entries(implementations.actions).filter(used);
  for (const [name] of guards) {
    add(
      'a guard always true',
      name,
      original.config,
      replacing('guards', name, () => true),
    );
    add(
      'a guard always false',
      name,
      original.config,
      replacing('guards', name, () => false),
    );
  }
  for (const [name] of actions) {
    add(
      'an action that does nothing',
      name,
      original.config,
      replacing('actions', name, () => undefined),
    );
  }
  // The lists do not name the length of a delay that is computed.
  for (const [name, length] of Object.entries(implementations.delays).filter(used)) {
    if (typeof length === 'number') add('a longer delay', name, original.config, replacing('delays', name, length * 10));
  }
  const targets = nodesOf(chartOf(original))
    .slice(1)
    .map(({ id }) => `#${id}`)
    .reverse();
  for (const [at, { owner, key, success }] of slotsOf(original.config as unknown as Part, original.id).entries()) {
    const rivals = listed(owner[key]);
    for (const [index, rival] of rivals.map(spelled).entries()) {
      const place = rivals.length > 1 ? `[${index}]` : '';
      const rewrite = (slot: Slot, by: readonly unknown[]) => {
        if (by.length === 0) delete slot.owner[slot.key];
        else slot.owner[slot.key] = by;
      };
      const others = (slot: Slot, by: readonly unknown[]) => listed(slot.owner[slot.key]).toSpliced(index, 1, ...by);
      broken('a removed transition', at, (slot) => {
        rewrite(slot, others(slot, []));
        return place;
      });
      if (typeof rival.guard === 'function') {
        for (const passes of [true, false]) {
          broken(passes ? 'a guard always true' : 'a guard always false', at, (slot) => {
            rewrite(slot, others(slot, [{ ...rival, guard: () => passes }]));
            return place;
          });
        }
      }
      for (const [nth, action] of listed(rival.actions).entries()) {
        const isNamed = named(action) !== '(inline)';
        broken(isNamed ? 'a dropped action' : 'an action that does nothing', at, (slot) => {
          const actions = listed(rival.actions).toSpliced(nth, 1, ...(isNamed ? [] : [() => undefined]));
          rewrite(slot, others(slot, [{ ...rival, actions }]));
          return `${place} ${isNamed ? named(action) : `action ${nth + 1}`}`;
        });
      }
      for (const wrong of rival.target === undefined ? [] : targets) {
        const before = mutants.length;
        broken('a wrong target', at, (slot) => {
          rewrite(slot, others(slot, [{ ...rival, target: wrong }]));
          return `${place} to ${wrong}`;
        });
        if (termsOf(mutants[before]?.machine ?? original) !== termsOf(original)) break;
        // The mutant would go to the original target, so it is removed.
        mutants.length = before;
      }
    }
    if (key === 'onError') {
      broken('a swallowed error', at, (slot) => {
        slot.owner.onError = copied(success) ?? {};
        return '';
      });
    }
  }
  for (const [at, { state }] of statesOf(original.config as unknown as Part, original.id).entries()) {
    for (const moment of ['entry', 'exit']) {
      for (const [nth, action] of listed(state[moment]).entries()) {
        const config = copied(original.config) as Part;
        const here = statesOf(config, original.id)[at];
        if (here === undefined) continue;
        here.state[moment] = listed(state[moment]).toSpliced(nth, 1);
        add('a dropped action', `${here.at} ${moment} ${named(action)}`, config);
      }
    }
  }
  return mutants;
}
