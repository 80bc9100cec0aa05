import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Ground, makeGround } from '../faults/grounds.ts';
import { play } from '../faults/play.ts';
import { described, draw, type Engine } from '../faults/schedule.ts';

/** Some of `npm run faults`, shorter: between them they kill and drain nodes and lose databases and connections. */
const SEEDS: Readonly<Record<Engine, readonly number[]>> = { postgres: [12, 27], embedded: [1] };
const LENGTH = 1_500;

const engine = inject('engine').kind;
let ground: Ground;
beforeAll(async () => {
  ground = await makeGround(engine);
});
afterAll(() => ground.close());

test.each(SEEDS[engine])('nothing acknowledged is lost or done twice, and everything agrees afterwards: seed %i', async (seed) => {
  const { problems, acknowledged, schedule } = await play(draw(seed, engine, { length: LENGTH }), ground, process.cwd());
  console.log(`faults: ${described(schedule)}: ${acknowledged} writes acknowledged`);
  expect(problems).toEqual([]);
});
