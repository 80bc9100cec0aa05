import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Team } from '../../../domain/api/people.ts';
import type { SessionReport } from '../session/types.ts';

interface CompanyContext {
  readonly teams: readonly Team[];
  /** The active team, or the stored one before the teams are known. */
  readonly id: number | null;
}
type CompanyEvent =
  | { readonly type: 'company.chosen'; readonly id: number }
  /** A link led to a record of this team. */
  | { readonly type: 'record.opened'; readonly id: number };
type CompanyEmitted =
  | { readonly type: 'company.kept'; readonly id: number }
  | { readonly type: 'company.forgotten' }
  | { readonly type: 'company.switched'; readonly team: Team };
type Listed = { readonly teams: readonly Team[] };

/** The stored team if the person is still in it, otherwise the first one. */
const chosen = (id: number | null, teams: readonly Team[]) => teams.find((team) => team.id === id)?.id ?? teams[0]?.id ?? null;

/** The team a person works for now. */
export const companyMachine = setup({
  types: {
    input: {} as { readonly stored: number | null },
    context: {} as CompanyContext,
    events: {} as SessionReport | CompanyEvent,
    emitted: {} as CompanyEmitted,
    transitionMeta: {} as { spec: string },
  },
  guards: {
    hasTeam: (_, { teams }: Listed) => teams.length > 0,
    isAmongTeams: ({ context }, { id }: { id: number }) => context.teams.some((team) => team.id === id),
    isAnotherTeam: ({ context }, { id }: { id: number }) => id !== context.id && context.teams.some((team) => team.id === id),
    forgetsCompany: (_, { forgetsCompany }: { forgetsCompany: boolean }) => forgetsCompany,
  },
  actions: {
    choose: enqueueActions(({ context, enqueue }, { teams }: Listed) => {
      const id = chosen(context.id, teams);
      enqueue.assign({ teams, id });
      if (id !== null) enqueue.emit({ type: 'company.kept', id });
    }),
    turnTo: assign({ id: (_, { id }: { id: number }) => id }),
    keep: emit((_, { id }: { id: number }) => ({ type: 'company.kept' as const, id })),
    emitSwitched: enqueueActions(({ context, enqueue }, { id }: { id: number }) => {
      const team = context.teams.find((each) => each.id === id);
      if (team) enqueue.emit({ type: 'company.switched', team });
    }),
    leaveTeams: assign({ teams: [] }),
    forget: assign({ id: null }),
    emitForgotten: emit({ type: 'company.forgotten' }),
  },
}).createMachine({
  id: 'company',
  context: ({ input }) => ({ teams: [], id: input.stored }),
  initial: 'choosing',
  on: {
    'profile.loaded': [
      {
        guard: { type: 'hasTeam', params: ({ event }) => ({ teams: event.teams }) },
        target: '.active',
        actions: { type: 'choose', params: ({ event }) => ({ teams: event.teams }) },
        meta: { spec: '3.7 The remembered team opens if the person is still in it' },
      },
      { target: '.choosing', actions: 'leaveTeams', meta: { spec: '3.8 A person without a team is told so' } },
    ],
    'session.ended': [
      {
        guard: { type: 'forgetsCompany', params: ({ event }) => ({ forgetsCompany: event.forgetsCompany }) },
        target: '.choosing',
        actions: ['leaveTeams', 'forget', 'emitForgotten'],
        meta: { spec: '3.9 Logging out forgets the remembered team' },
      },
      { target: '.choosing', actions: 'leaveTeams', meta: { spec: '3.9 Logging out forgets the remembered team' } },
    ],
  },
  states: {
    choosing: {},
    active: {
      on: {
        'company.chosen': {
          guard: { type: 'isAmongTeams', params: ({ event }) => ({ id: event.id }) },
          actions: [
            { type: 'turnTo', params: ({ event }) => ({ id: event.id }) },
            { type: 'keep', params: ({ event }) => ({ id: event.id }) },
          ],
          meta: { spec: '3.6 A person works for one team at a time and can switch' },
        },
        'record.opened': {
          guard: { type: 'isAnotherTeam', params: ({ event }) => ({ id: event.id }) },
          actions: [
            { type: 'turnTo', params: ({ event }) => ({ id: event.id }) },
            { type: 'keep', params: ({ event }) => ({ id: event.id }) },
            { type: 'emitSwitched', params: ({ event }) => ({ id: event.id }) },
          ],
          meta: { spec: '3.6 A person works for one team at a time and can switch' },
        },
      },
    },
  },
});
