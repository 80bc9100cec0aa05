import { type Api, Refused } from '../../../domain/api/call.ts';
import type { Session } from '../../../domain/api/sessionRoutes.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { EndedSessions, SessionScreens } from '../../views/account/sessionNeeds.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

/** Where people are logged in, and ending it. */
export const sessionScreensOf = (api: Api): SessionScreens => ({
  own() {
    const sessions = new ValueStore<readonly Session[]>();
    return {
      sessions,
      reading: reading(async (signal) => sessions.set(await api('GET /profile/sessions/', {}, { signal }))),
      end: dialog<EndedSessions, null, unknown>('sessionEnd', '16.2 A session can be ended', ({ subject }, signal) =>
        subject === 'others'
          ? api('POST /profile/sessions/end_others/', {}, { signal })
          : api('DELETE /profile/sessions/:session/', { params: { session: subject.id } }, { signal }).catch((error: unknown) => {
              // A session that is already over has ended as well.
              if (!(error instanceof Refused && error.status === 404)) throw error;
            }),
      ),
    };
  },
  ofMember(teamId, memberId) {
    const sessions = new ValueStore<readonly Session[]>();
    const params = { id: teamId, userId: memberId };
    return {
      sessions,
      reading: reading(async (signal) => sessions.set(await api('GET /teams/:id/members/:userId/sessions/', { params }, { signal }))),
    };
  },
});
