/**
 * Loaded before a server (`node --import`): shifts its clock by the milliseconds in the file CLOCK_STEP_FILE. The clock of this process is shifted,
 * with the embedded database in it, but not that of a PostgreSQL server.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY = 50;
const file = process.env.CLOCK_STEP_FILE;
const Real = Date;
let step = 0;

if (file !== undefined) {
  const look = () => {
    step = Number(readFileSync(file, 'utf8'));
  };
  look();
  setInterval(look, LOOK_EVERY).unref();
  const now = () => Real.now() + step;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, asked) => Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
