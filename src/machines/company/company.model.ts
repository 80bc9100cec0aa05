import { type Model, rules } from '../model.ts';
import { companyMachine } from './company.ts';

const north = { id: 7, name: 'North', role: 'owner' as const };
const south = { id: 8, name: 'South', role: 'regular' as const };

export const companyModel: Model<typeof companyMachine> = {
  machine: companyMachine,
  starts: () => ({
    'with nothing stored': { stored: null },
    'with a stored company': { stored: 8 },
    'with a company left since': { stored: 99 },
  }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'profile.loaded', teams: [north, south] },
    { type: 'profile.loaded', teams: [north] },
    { type: 'profile.loaded', teams: [] },
    { type: 'session.ended', forgetsCompany: true },
    { type: 'session.ended', forgetsCompany: false },
    { type: 'company.chosen', id: 8 },
    { type: 'company.chosen', id: 99 },
    { type: 'record.opened', id: 7 },
    { type: 'record.opened', id: 8 },
    { type: 'record.opened', id: 99 },
  ],
  broken: ({ value, context: { id, teams } }) =>
    rules({
      'the active company is one of the teams': value !== 'active' || teams.some((team) => team.id === id),
      'who chooses has no teams': value !== 'choosing' || teams.length === 0,
    }),
};
