import { createActor as create } from 'xstate';
import { reporting } from './report.ts';

const inspect = reporting(crypto.randomUUID?.() ?? String(Date.now()));

/** XState for the inspected app: every actor reports to the inspector. */
export * from 'xstate';
export const createActor: typeof create = (logic, ...[options]) => create(logic, { ...options, inspect } as never);
