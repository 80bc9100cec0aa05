import { type Model, rules } from '../model.ts';
import { appMachine } from './app.ts';

const ROOTS = ['session', 'company', 'invitation', 'reference', 'modal', 'contextMenu', 'notice'];

export const appModel: Model<typeof appMachine> = {
  machine: appMachine,
  starts: () => ({ 'on the login page': { path: '/', search: '', tokens: null, storedCompany: null } }),
  stateKey: ({ value }) => value,
  events: () => [
    { type: 'profile.loaded', teams: [] },
    { type: 'session.ended', forgetsCompany: true },
    ...ROOTS.map((root) => ({ type: `xstate.error.actor.${root}` as const, error: new Error('broken') })),
  ],
  broken: ({ children }) => rules({ 'every root lives': ROOTS.every((root) => root in children) }),
};
