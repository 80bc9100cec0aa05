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

/** Collects the mutants of one machine. */
class Collector {
  readonly mutants: Mutant[] = [];
  readonly original: AnyStateMachine;
  readonly #implementations: Implementations;

  constructor(original: AnyStateMachine) {
    this.original = original;
    this.#implementations = original.implementations as unknown as Implementations;
  }

  get config(): Part {
    return this.original.config as unknown as Part;
  }
  copyOfConfig(): Part {
    return copied(this.original.config) as Part;
  }

  /** The implementations that the machine uses: machines that share a setup declare more names than each one uses. */
  used(kind: keyof Implementations): readonly (readonly [string, unknown])[] {
    const config = JSON.stringify(this.original.config);
    return Object.entries(this.#implementations[kind]).filter(([name]) => config.includes(`"${name}"`));
  }

  /** Adds the machine with another config. */
  add(kind: MutantKind, what: string, config: unknown, implementations = this.#implementations): void {
    const guards = endingGuards(implementations.guards);
    this.mutants.push({ kind, what, machine: createMachine(config as never, { ...implementations, guards } as never) });
  }

  /** Adds the machine with another implementation. */
  replace(kind: MutantKind, of: keyof Implementations, name: string, by: unknown): void {
    const changed = { ...this.#implementations[of], [name]: by };
    this.add(kind, name, this.original.config, { ...this.#implementations, [of]: changed });
  }

  /** Adds the machine with a changed slot; `change` changes the slot of a copy, and returns where in the slot it did so. */
  change(kind: MutantKind, at: number, change: (slot: Slot) => string): void {
    const config = this.copyOfConfig();
    const slot = slotsOf(config, this.original.id)[at] as Slot;
    const where = change(slot);
    this.add(kind, `${slot.where}${where}`, config);
  }
}

function mutateImplementations(collector: Collector): void {
  for (const [name] of collector.used('guards')) {
    collector.replace('a guard always true', 'guards', name, () => true);
    collector.replace('a guard always false', 'guards', name, () => false);
  }
  for (const [name] of collector.used('actions')) collector.replace('an action that does nothing', 'actions', name, () => undefined);
  // The lists do not name the length of a delay that is computed.
  for (const [name, length] of collector.used('delays'))
    if (typeof length === 'number') collector.replace('a longer delay', 'delays', name, length * 10);
}

/** One of the competing transitions of a slot. */
interface Rival {
  /** The indexes of its slot and of the transition in it. */
  readonly slot: number;
  readonly index: number;
  readonly transition: Part;
  /** Its place in the name of a mutant: empty where it is alone. */
  readonly place: string;
}

/** Replaces one of the transitions of a slot. */
function rewrite({ owner, key }: Slot, index: number, by: readonly unknown[]): void {
  const transitions = listed(owner[key]).toSpliced(index, 1, ...by);
  if (transitions.length === 0) delete owner[key];
  else owner[key] = transitions;
}

function mutateTransition(collector: Collector, rival: Rival, targets: readonly string[]): void {
  const { slot: at, index, transition, place } = rival;
  const put = (kind: MutantKind, by: readonly unknown[], where = '') =>
    collector.change(kind, at, (slot) => {
      rewrite(slot, index, by);
      return `${place}${where}`;
    });
  put('a removed transition', []);
  if (typeof transition.guard === 'function') {
    put('a guard always true', [{ ...transition, guard: () => true }]);
    put('a guard always false', [{ ...transition, guard: () => false }]);
  }
  const actions = listed(transition.actions);
  for (const [nth, action] of actions.entries()) {
    const name = named(action);
    if (name === '(inline)')
      put('an action that does nothing', [{ ...transition, actions: actions.toSpliced(nth, 1, () => undefined) }], ` action ${nth + 1}`);
    else put('a dropped action', [{ ...transition, actions: actions.toSpliced(nth, 1) }], ` ${name}`);
  }
  for (const target of transition.target === undefined ? [] : targets) {
    put('a wrong target', [{ ...transition, target }], ` to ${target}`);
    if (termsOf(collector.mutants.at(-1)?.machine ?? collector.original) !== termsOf(collector.original)) break;
    // The mutant would go to the original target, so it is removed.
    collector.mutants.pop();
  }
}

function mutateTransitions(collector: Collector): void {
  const targets = nodesOf(chartOf(collector.original))
    .slice(1)
    .map(({ id }) => `#${id}`)
    .reverse();
  for (const [slot, { owner, key, success }] of slotsOf(collector.config, collector.original.id).entries()) {
    const rivals = listed(owner[key]).map(spelled);
    for (const [index, transition] of rivals.entries())
      mutateTransition(collector, { slot, index, transition, place: rivals.length > 1 ? `[${index}]` : '' }, targets);
    if (key !== 'onError') continue;
    collector.change('a swallowed error', slot, (changed) => {
      changed.owner.onError = copied(success) ?? {};
      return '';
    });
  }
}

/** Drops each action that a state does when it is entered or left. */
function mutateStates(collector: Collector): void {
  for (const [at, { state }] of statesOf(collector.config, collector.original.id).entries()) {
    for (const moment of ['entry', 'exit']) {
      for (const [nth, action] of listed(state[moment]).entries()) {
        const config = collector.copyOfConfig();
        const here = statesOf(config, collector.original.id)[at];
        if (here === undefined) continue;
        here.state[moment] = listed(state[moment]).toSpliced(nth, 1);
        collector.add('a dropped action', `${here.at} ${moment} ${named(action)}`, config);
      }
    }
  }
}

/** Machines that differ from the given one by one likely mistake. */
export function mutantsOf(original: AnyStateMachine): readonly Mutant[] {
  const collector = new Collector(original);
  mutateImplementations(collector);
  mutateTransitions(collector);
  mutateStates(collector);
  return collector.mutants;
}
