import * as v from 'valibot';
import { type Api, Refused } from '../../domain/contract/call.ts';
import * as c from '../../domain/contract/credentials.ts';
import { IdParameter, Title } from '../../domain/contract/fields.ts';
import type { Member, PendingInvitation, Profile, Team } from '../../domain/contract/people.ts';
import { confirmationMachine } from '../machines/confirmation/confirmation.ts';
import { form } from '../machines/form/form.ts';
import { resourceMachine } from '../machines/resource/resource.ts';
import { ValueStore } from '../machines/resource/valueStore.ts';
import { type TeamChange, teamChangeMachine } from '../machines/teamChange/teamChange.ts';
import { m, spokenLanguage } from '../messages/messages.ts';
import type { InvitationScreen, OpenedInvitation, People, TeamSettings } from '../views/people.tsx';
import type { Composed } from './app/actum.ts';
import { logInThrough } from './app/login.ts';
import { calling } from './calls/calling.ts';
import { required } from './calls/required.ts';

type Signed = Pick<Composed, 'api' | 'session' | 'invitation' | 'company' | 'readProfile' | 'openTeam'>;
interface Said {
  readonly detail: string;
}
const TeamName = v.object({ name: Title });
const PersonNamed = v.object({ name: c.PersonName });
const Invited = v.object({ ...c.Address.entries, role: v.picklist(['admin', 'regular'], 'Choose admin or regular') });
const Membership = v.object({ team: IdParameter, person: IdParameter });
const Nothing = v.object({});

const entrance = '2 Screens and routes';
const roles = '6 Team roles: invite users';
const person = '3 User profile';

/** The call a form makes with what was typed into it. */
const submitting = <Given, Output>(make: (given: Given, signal: AbortSignal) => Promise<Output>) =>
  calling<Output, { readonly given: Given }>(({ input, signal }) => make(input.given, signal));

const registerOf = (api: Api, session: Signed['session']) =>
  form<c.Registration, Said>('register', c.Registration, entrance).provide({
    actors: {
      submit: submitting<c.Registration, Said>(async (given, signal) => {
        const said = await api('POST /register/', { body: { ...given, language: spokenLanguage() } }, { signal });
        session.send({ type: 'error.dismissed' });
        return said;
      }),
    },
  });

const addressForm = (api: Api, id: string, route: 'POST /forgot/' | 'POST /confirm_email/resend/') =>
  form<c.Address, Said>(id, c.Address, entrance).provide({
    actors: { submit: submitting<c.Address, Said>((given, signal) => api(route, { body: given }, { signal })) },
  });

const recoveryOf = (api: Api, session: Signed['session'], hash: string) =>
  form<c.NewPassword, Said>('recovery', c.NewPassword, entrance).provide({
    actors: {
      submit: submitting<c.NewPassword, Said>(async (given, signal) => {
        const said = await api('POST /password_recovery/', { body: { hash, ...given } }, { signal });
        // A new password ends every session, this one too.
        session.send({ type: 'logout.requested' });
        session.send({ type: 'error.dismissed' });
        return said;
      }),
    },
  });

/** A link is used up by the call: who asks again while the page lives hears the first answer. */
function confirmationsOf(api: Api): People['confirmation'] {
  const asked = new Map<string, Promise<void>>();
  const confirm = (hash: string) => {
    const answer =
      asked.get(hash) ??
      api('POST /confirm_email/', { body: { hash } }).then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof Refused) || error.status !== 400) asked.delete(hash);
          throw error;
        },
      );
    asked.set(hash, answer);
    return answer;
  };
  return (hash) => confirmationMachine.provide({ actors: { confirm: calling<void>(() => confirm(hash)) } });
}

const overOr = (error: unknown): OpenedInvitation => {
  if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 409)) throw error;
  return { kind: error.code === 'invitation_used' ? 'used' : 'over', sentence: error.status === 404 ? m.invite_unknown() : error.message };
};

function invitationOf({ api, session, invitation }: Signed, hash: string): InvitationScreen {
  const opened = new ValueStore<OpenedInvitation>();
  const params = { hash };
  const email = () => {
    const now = opened.get();
    if (now?.kind !== 'open') throw new Error('Only an open invitation is accepted');
    return now.invitation.email;
  };
  /** Signs in, or says why not where it was tried. */
  async function signIn(password: string): Promise<void> {
    await logInThrough(session, { email: email(), password });
    const { error } = session.getSnapshot().context;
    session.send({ type: 'error.dismissed' });
    if (error !== null) throw new Refused(400, { detail: error });
  }
  return {
    opened,
    reading: resourceMachine.provide({
      actors: {
        load: calling<void>(async ({ signal }) =>
          opened.set(
            await api('GET /invitations/:hash/', { params }, { signal }).then(
              (found): OpenedInvitation => ({ kind: 'open', invitation: found }),
              overOr,
            ),
          ),
        ),
      },
    }),
    newcomer: form<c.Newcomer, void>('newcomer', c.Newcomer, entrance).provide({
      actors: {
        submit: submitting<c.Newcomer, void>(async (given, signal) => {
          await api('POST /invitations/:hash/', { params, body: given }, { signal });
          invitation.send({ type: 'invitation.dismissed' });
          await signIn(given.password);
        }),
      },
    }),
    known: form<c.NewPassword, void>('known', c.NewPassword, entrance).provide({
      actors: {
        submit: submitting<c.NewPassword, void>(async (given) => {
          invitation.send({ type: 'join.promised' });
          try {
            await signIn(given.password);
          } catch (error) {
            invitation.send({ type: 'join.withdrawn' });
            throw error;
          }
        }),
      },
    }),
  };
}

function makeChange(api: Api, teamId: number, change: TeamChange, signal: AbortSignal): Promise<unknown> {
  switch (change.kind) {
    case 'role':
      return api(
        'PATCH /teams/:id/members/:userId/',
        { params: { id: teamId, userId: change.member.id }, body: { role: change.role } },
        { signal },
      );
    case 'removal':
    case 'leaving':
      return api('DELETE /teams/:id/members/:userId/', { params: { id: teamId, userId: change.member.id } }, { signal });
    case 'resending':
      return api(
        'POST /teams/:id/invitations/:invitationId/resend/',
        { params: { id: teamId, invitationId: change.invitation.id } },
        { signal },
      );
    case 'withdrawal':
      return api(
        'DELETE /teams/:id/invitations/:invitationId/',
        { params: { id: teamId, invitationId: change.invitation.id } },
        { signal },
      );
  }
}

function teamOf({ api, readProfile }: Signed, teamId: number): TeamSettings {
  const members = new ValueStore<readonly Member[]>();
  const invitations = new ValueStore<readonly PendingInvitation[]>();
  const params = { id: teamId };
  return {
    members,
    invitations,
    reading: resourceMachine.provide({
      actors: {
        load: calling<void>(async ({ signal }) => {
          const [people, pending] = await Promise.all([
            api('GET /teams/:id/members', { params }, { signal }),
            api('GET /teams/:id/invitations/', { params }, { signal }),
          ]);
          members.set(people);
          invitations.set(pending);
        }),
      },
    }),
    change: teamChangeMachine.provide({
      actors: {
        make: calling<void, { change: TeamChange | null }>(async ({ input, signal }) => {
          const change = required(input.change);
          await makeChange(api, teamId, change, signal);
          if (change.kind === 'leaving') void readProfile();
        }),
      },
    }),
    invite: form<v.InferOutput<typeof Invited>, PendingInvitation>('inviteMember', Invited, roles).provide({
      actors: {
        submit: submitting<v.InferOutput<typeof Invited>, PendingInvitation>((given, signal) =>
          api('POST /teams/:id/invitations/', { params, body: given }, { signal }),
        ),
      },
    }),
    rename: form<v.InferOutput<typeof TeamName>, Team>('teamName', TeamName, roles).provide({
      actors: {
        submit: submitting<v.InferOutput<typeof TeamName>, Team>(async (given, signal) => {
          const renamed = await api('PATCH /teams/:id/', { params, body: given }, { signal });
          await readProfile();
          return renamed;
        }),
      },
    }),
  };
}

function leavingOf({ api, readProfile }: Signed): People['leaveTeam'] {
  return form<v.InferOutput<typeof Membership>, void>('leaveTeam', Membership, '6 Team roles').provide({
    actors: {
      submit: submitting<v.InferOutput<typeof Membership>, void>(async (given, signal) => {
        await api('DELETE /teams/:id/members/:userId/', { params: { id: given.team, userId: given.person } }, { signal });
        void readProfile();
      }),
    },
  });
}

function profileOf({ api, session }: Signed): People['profile'] {
  return {
    name: form<v.InferOutput<typeof PersonNamed>, Profile>('profileName', PersonNamed, person).provide({
      actors: {
        submit: submitting<v.InferOutput<typeof PersonNamed>, Profile>(async (given, signal) => {
          const profile = await api('PATCH /profile/', { body: given }, { signal });
          session.send({ type: 'profile.changed', profile });
          return profile;
        }),
      },
    }),
    password: form<c.PasswordChange, Said>('passwordChange', c.PasswordChange, person).provide({
      actors: {
        submit: submitting<c.PasswordChange, Said>((given, signal) => api('POST /profile/password/', { body: given }, { signal })),
      },
    }),
    logOutEverywhere: form<object, void>('logOutEverywhere', Nothing, '4 Session: logout').provide({
      actors: {
        submit: submitting<object, void>(async (_, signal) => {
          await api('POST /profile/logout_everywhere/', {}, { signal });
          session.send({ type: 'logout.requested' });
        }),
      },
    }),
  };
}

/** Joins the forms and screens about persons and teams with the calls they make. */
export function providePeople(actum: Signed): People {
  const { api, session, openTeam } = actum;
  return {
    register: registerOf(api, session),
    forgot: addressForm(api, 'forgot', 'POST /forgot/'),
    resendConfirmation: addressForm(api, 'resendConfirmation', 'POST /confirm_email/resend/'),
    recovery: (hash) => recoveryOf(api, session, hash),
    confirmation: confirmationsOf(api),
    invitation: (hash) => invitationOf(actum, hash),
    team: (teamId) => teamOf(actum, teamId),
    newTeam: form<v.InferOutput<typeof TeamName>, Team>('newTeam', TeamName, '1 Users belong to teams').provide({
      actors: {
        submit: submitting<v.InferOutput<typeof TeamName>, Team>(async (given, signal) => {
          const team = await api('POST /teams', { body: given }, { signal });
          await openTeam(team.id);
          return team;
        }),
      },
    }),
    leaveTeam: leavingOf(actum),
    profile: profileOf(actum),
  };
}
