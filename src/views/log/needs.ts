import type { Member } from '../../../domain/api/people.ts';
import type { SecurityEntry } from '../../../domain/api/securityLogRoutes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { securityLogMachine } from '../../machines/securityLog/securityLog.ts';

export interface LogScreenPart {
  readonly machine: typeof securityLogMachine;
  readonly entries: ValueStore<readonly SecurityEntry[]>;
  /** The people by whom the log can be filtered. */
  readonly members: ValueStore<readonly Member[]>;
}
