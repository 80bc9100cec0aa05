/** Draws the faults and their times. The same seed and engine draw the same schedule. */

export type Engine = 'postgres' | 'embedded';
export const ENGINES: readonly Engine[] = ['postgres', 'embedded'];

/** Position of a small proxy: between the clients and the nodes, or between the nodes and PostgreSQL. */
export type Link = 'clients' | 'database';
/** `flush`: held data arrives late, as after lost packets. `cut`: the connections are reset. `lost`: neither end receives a notice. */
type HoldEnd = 'flush' | 'cut' | 'lost';

export type Fault = {
  /** Milliseconds from the start. */
  readonly at: number;
} & (
  | { readonly kind: 'kill node' | 'stop node' | 'pause node'; readonly node: number; readonly lasts: number }
  | { readonly kind: 'kill database' | 'restart database' | 'pause database'; readonly lasts: number }
  | { readonly kind: 'cut'; readonly link: Link }
  | { readonly kind: 'hold'; readonly link: Link; readonly way: 'up' | 'down' | 'both'; readonly lasts: number; readonly end: HoldEnd }
  | { readonly kind: 'delay'; readonly link: Link; readonly by: number; readonly lasts: number }
  | { readonly kind: 'fill disk'; readonly lasts: number }
  | { readonly kind: 'step clock'; readonly node: number; readonly by: number }
);
export type FaultKind = Fault['kind'];

export interface Schedule {
  readonly seed: number;
  readonly engine: Engine;
  readonly nodes: number;
  readonly clients: number;
  /** Milliseconds the clients go on choosing something new to do. */
  readonly length: number;
  readonly faults: readonly Fault[];
}

/** Mulberry32: numbers from 0 up to 1, the same for the same seed. */
export function randomness(seed: number) {
  let state = Math.imul(seed, 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    /** A whole number, both ends included. */
    whole,
    chance: (share: number): boolean => next() < share,
    of<T>(choices: readonly T[]): T {
      const chosen = choices[whole(0, choices.length - 1)];
      if (chosen === undefined) throw new Error('There is nothing to choose from');
      return chosen;
    },
    /** One of the names, as often as its weight says. */
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const names = Object.keys(weights) as K[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names[0] as K;
    },
  };
}
export type Randomness = ReturnType<typeof randomness>;

const KINDS: Readonly<Record<Engine, Partial<Record<FaultKind, number>>>> = {
  postgres: {
    'kill node': 3,
    'stop node': 3,
    'pause node': 2,
    'kill database': 3,
    'restart database': 2,
    'pause database': 2,
    cut: 2,
    hold: 3,
    delay: 1,
    'fill disk': 1,
    'step clock': 1,
  },
  embedded: { 'kill node': 5, 'stop node': 3, 'pause node': 2, cut: 2, hold: 2, delay: 1, 'fill disk': 2, 'step clock': 2 },
};
const HOUR = 3_600_000;

function drawFault(random: Randomness, engine: Engine, nodes: number, at: number, only: FaultKind | null): Fault {
  const kind = only ?? (random.weighted(KINDS[engine] as Record<FaultKind, number>) satisfies FaultKind);
  const node = random.whole(0, nodes - 1);
  const link: Link = engine === 'postgres' && random.chance(0.6) ? 'database' : 'clients';
  switch (kind) {
    case 'kill node':
    case 'stop node':
      return { kind, at, node, lasts: random.whole(0, 600) };
    case 'pause node':
      return { kind, at, node, lasts: random.whole(1_000, 4_000) };
    case 'kill database':
    case 'restart database':
      return { kind, at, lasts: random.whole(0, 1_200) };
    case 'pause database':
      return { kind, at, lasts: random.whole(1_000, 4_000) };
    case 'cut':
      return { kind, at, link };
    case 'hold': {
      const way = random.of(['up', 'down', 'both'] as const);
      return { kind, at, link, way, lasts: random.whole(300, 2_500), end: random.of(['flush', 'cut', 'lost'] as const) };
    }
    case 'delay':
      return { kind, at, link, by: random.whole(5, 120), lasts: random.whole(500, 2_000) };
    case 'fill disk':
      return { kind, at, lasts: random.whole(500, 2_000) };
    case 'step clock':
      return { kind, at, node, by: random.of([-26 * HOUR, -2 * HOUR, -45_000, 45_000, 2 * HOUR, 26 * HOUR]) };
  }
}

/** `only` draws faults of one kind, for studying that kind. */
export function draw(
  seed: number,
  engine: Engine,
  { only = null, length = 4_000 }: { only?: FaultKind | null; length?: number } = {},
): Schedule {
  const random = randomness(seed * 2 + ENGINES.indexOf(engine));
  const nodes = engine === 'postgres' ? random.whole(1, 2) : 1;
  const clients = random.whole(3, 6);
  const faults = Array.from({ length: random.whole(2, 4) }, () => random.whole(300, length - 500))
    .sort((one, other) => one - other)
    .map((at) => drawFault(random, engine, nodes, at, only));
  return { seed, engine, nodes, clients, length, faults };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

/** A fault as a person reads it: "kill node 1 at 0.7 s for 0.3 s". */
export function inWords(fault: Fault): string {
  const which = 'node' in fault ? ` ${fault.node}` : 'link' in fault ? ` the ${fault.link}' connections` : '';
  const how =
    fault.kind === 'hold'
      ? ` ${fault.way === 'both' ? 'both ways' : fault.way}, then ${fault.end}`
      : 'by' in fault
        ? ` by ${seconds(fault.by)}`
        : '';
  return `${fault.kind}${which}${how} at ${seconds(fault.at)}${'lasts' in fault ? ` for ${seconds(fault.lasts)}` : ''}`;
}

export const described = ({ seed, engine, nodes, clients, faults }: Schedule): string =>
  `seed ${seed} on ${engine}: ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, ${clients} clients; ${faults.map(inWords).join('; ')}`;
