import type { TokenScope } from '../../domain/apiTokens.ts';
import type { Role } from '../../domain/permissions.ts';
import type { CallAccess } from './callAccess.ts';

/** A signed-in person and the teams whose records exist for them. */
export interface Caller {
  readonly userId: number;
  readonly family: string;
  readonly expiresAt: number;
  readonly teams: readonly number[];
  readonly roles: ReadonlyMap<number, Role>;
  /** Whether the person has proved who they are recently enough for calls that need proof. */
  readonly isProved: boolean;
  /** The API token that the person's program has sent; absent for the person. */
  readonly token?: { readonly id: number; readonly scope: TokenScope };
  /** The login as the access token names it; absent for a program. A write checks it once more when it has its project. */
  readonly login?: Presented;
  /** The same while the session is unchecked: the statement that does the work checks it. */
  readonly presented?: Presented;
  /** The call's access to projects; without it no limit applies, because the work is not done for a waiting person. */
  readonly access?: CallAccess;
}

/** The claims of an access token about its login. */
interface Presented {
  readonly family: string;
  readonly generation: number;
}

/** The one act a public key opens. */
export interface PublicAct {
  readonly teamId: number;
  readonly actId: number;
  /** When the link runs out, in milliseconds since 1970; null when it does not. */
  readonly expiresAt: number | null;
  /** Whether the key may answer the act. */
  readonly mayAnswer: boolean;
  readonly link: string;
  readonly linkRevision: number;
}

/** A reader of acts: a person, the holder of a key, or both. */
export interface Viewer {
  readonly caller: Caller | null;
  readonly publicAct: PublicAct | null;
}
