import { Refused, sentenceOfError } from '../../../domain/api/call.ts';
import { Newcomer, OwnPassword } from '../../../domain/api/registrations.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { m, spokenLanguage } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import type { InvitationScreen, OpenedInvitation } from '../../views/entrance/needs.ts';
import type { Composed } from '../app/actum.ts';
import { logInThrough } from '../app/login.ts';
import { form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

const spec = '14.1 A form is checked when it is sent';

function closedBy(error: unknown): OpenedInvitation {
  if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 409)) throw error;
  return {
    kind: error.code === 'invitation_used' ? 'used' : 'over',
    sentence: error.status === 404 ? m.invite_unknown() : sentenceText(sentenceOfError(error)),
  };
}

/** The page of an invitation's link, for a person who is not signed in. */
export function invitationOf(
  { api, session, invitation }: Pick<Composed, 'api' | 'session' | 'invitation'>,
  hash: string,
): InvitationScreen {
  const opened = new ValueStore<OpenedInvitation>();
  const params = { hash };
  const email = () => {
    const now = opened.get();
    if (now?.kind !== 'open') throw new Error('Only an open invitation is accepted');
    return now.invitation.email;
  };
  /** Signs in. A refusal is shown in this form and not in the session's own. */
  async function signIn(password: string): Promise<void> {
    await logInThrough(session, { email: email(), password });
    const { error } = session.getSnapshot().context;
    session.send({ type: 'error.dismissed' });
    if (error !== null) throw new Refused(400, error);
  }
  return {
    opened,
    reading: reading(async (signal) => {
      const found = api('GET /invitations/:hash/', { params }, { signal });
      opened.set(await found.then((invited): OpenedInvitation => ({ kind: 'open', invitation: invited }), closedBy));
    }),
    newcomer: form('newcomer', Newcomer, spec, async (given, signal) => {
      await api('POST /invitations/:hash/', { params, body: { ...given, language: spokenLanguage() } }, { signal });
      invitation.send({ type: 'invitation.dismissed' });
      await signIn(given.password);
    }),
    known: form('known', OwnPassword, spec, async (given) => {
      invitation.send({ type: 'join.promised' });
      try {
        await signIn(given.password);
      } catch (error) {
        invitation.send({ type: 'join.withdrawn' });
        throw error;
      }
    }),
  };
}
