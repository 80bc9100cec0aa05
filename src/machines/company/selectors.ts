import type { SnapshotFrom } from 'xstate';
import type { Team } from '../../../domain/api/people.ts';
import type { companyMachine } from './company.ts';

type Company = SnapshotFrom<typeof companyMachine>;

export const teamsOf = (company: Company): readonly Team[] => company.context.teams;
export const activeTeam = (company: Company): Team | null =>
  company.matches('active') ? (company.context.teams.find((team) => team.id === company.context.id) ?? null) : null;
