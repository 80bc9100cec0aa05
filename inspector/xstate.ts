import { createActor as create } from 'xstate';
import { reporting } from './report.ts';

const inspect = reporting(crypto.randomUUID?.() ?? String(Date.now()));

/** XState as the inspected app has it: every actor tells what it does. */
export * from 'xstate';
export const createActor: typeof create = (logic, ...[options]) => create(logic, { ...options, inspect } as never);
