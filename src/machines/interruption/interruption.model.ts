import { type Model, rules } from '../model.ts';
import { interruptionMachine, type Work } from './interruption.ts';

const work: Work = {
  person: 1,
  place: { table: 'list 12', id: 7, row: 0, column: 'quantity', text: '12.', top: 360, left: 0 },
};

export const interruptionModel: Model<typeof interruptionMachine> = {
  machine: interruptionMachine,
  starts: () => ({ opened: { work: null }, 'opened again': { work } }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'work.interrupted', work },
    { type: 'work.resumed' },
    { type: 'person.arrived', person: 1 },
    { type: 'person.arrived', person: 2 },
  ],
  broken: (snapshot) =>
    rules({ 'work is there while it is kept, and only then': snapshot.matches('kept') === (snapshot.context.work !== null) }),
};
