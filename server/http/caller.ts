import type { TokenScope } from '../../domain/apiTokens.ts';
import type { Role } from '../../domain/permissions.ts';
import type { Asks } from './asks.ts';

/** A signed-in person and the teams whose records exist for them. */
export interface Caller {
  readonly userId: number;
  readonly family: string;
  readonly expiresAt: number;
  readonly teams: readonly number[];
  readonly roles: ReadonlyMap<number, Role>;
  /** Whether the person has lately proved who they are, as calls that need proof ask. */
  readonly isProved: boolean;
  /** The API token a program of theirs has come in with; absent for the person. */
  readonly token?: { readonly id: number; readonly scope: TokenScope };
  /** The login as the token names it, while nobody has asked whether it stands: the statement that does the work asks. */
  readonly presented?: Presented;
  /** What the call does to projects; without it nothing is refused for a limit, because no person waits for the answer. */
  readonly asks?: Asks;
}

/** What an access token says of its login. */
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
