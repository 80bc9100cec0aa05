import { fromPromise } from 'xstate';
import type { Invitation, Member, PendingInvitation } from '../../domain/api/people.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import type { InvitationScreen } from '../../src/views/entrance/needs.ts';
import type { TeamSettings } from '../../src/views/team/needs.ts';

const created_at = '2026-01-01T00:00:00.000Z';
const expires_at = '2030-01-01T00:00:00.000Z';

export const BOB: Member = { id: 2, name: 'Bob', email: 'bob@actum.example', role: 'regular', created_at };
export const ANN: Member = { id: PROFILE.id, name: PROFILE.name, email: PROFILE.email, role: 'owner', created_at };
const OLGA: Member = { id: 3, name: 'Olga', email: 'olga@actum.example', role: 'owner', created_at };
export const INVITED: PendingInvitation = { id: 5, email: 'eve@actum.example', role: 'regular', invited_by: 'Ann', created_at, expires_at };

const invitationFor = (email: string, is_registered: boolean): Invitation => ({
  team: { id: 9, name: 'Roofers' },
  email,
  role: 'regular',
  invited_by: 'Bob',
  expires_at,
  is_registered,
});

/** All data is loaded. */
export const reading = resourceMachine.provide({ actors: { load: fromPromise(() => Promise.resolve()) } });

/** The screen of an invitation that is loaded. */
export function openedInvitation(screen: InvitationScreen, is_registered: boolean): InvitationScreen {
  screen.opened.set({ kind: 'open', invitation: invitationFor(PROFILE.email, is_registered) });
  return { ...screen, reading };
}

/** The settings of Ann's team, loaded: two owners, a regular member, and one invitation. */
export function readTeam(settings: TeamSettings): TeamSettings {
  settings.members.set([ANN, OLGA, BOB]);
  settings.invitations.set([INVITED]);
  return { ...settings, reading };
}
