import type { Session } from '../../../domain/api/sessionRoutes.ts';
import type { FormDialog } from '../../machines/formDialog/formDialog.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The sessions of a person. */
interface SessionsRead extends Read {
  readonly sessions: ValueStore<readonly Session[]>;
}
/** One session, or all except this one. */
export type EndedSessions = Session | 'others';

interface OwnSessions extends SessionsRead {
  readonly end: FormDialog<EndedSessions, null, unknown>;
}
/** The sessions of people, with their real actors. */
export interface SessionScreens {
  readonly own: () => OwnSessions;
  readonly ofMember: (teamId: number, memberId: number) => SessionsRead;
}
