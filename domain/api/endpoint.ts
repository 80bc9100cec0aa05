import type * as v from 'valibot';
import type { AccessLevel } from '../access.ts';
import type { ByToken } from '../apiTokens.ts';
import type { Permission } from '../permissions.ts';

/**
 * Who may make a call. "anyone". "visitor": anyone, and a signed-in user is recognised. "user": signed in. "member": signed in and in the record's team;
 * for others the record does not exist. "viewer": a member or the holder of that act's public key. "keyholder": the holder of any public key.
 */
const WHO = ['anyone', 'visitor', 'user', 'member', 'viewer', 'keyholder'] as const;
export type Who = (typeof WHO)[number];
type Schema = v.GenericSchema<never, unknown> | v.GenericSchema;

export interface Endpoint {
  readonly who: Who;
  /** The permission the caller's role must have in the team whose id is the path's `:id`, or in that of `permissionIn`. */
  readonly permission?: Permission;
  /** The path's `:id` is a project's, or of something in one. Its handler checks the permission, because it knows the team. */
  readonly permissionIn?: 'project';
  /** The path's parameter that may name the caller. No permission is needed for one's own record. */
  readonly orSelf?: 'userId';
  /** Only for the owner of the record: its handler answers 403 to other members. */
  readonly isOwnOnly?: true;
  /**
   * The kind of access the call has to a project, checked against a member's limit (domain/access.ts). Calls of members and viewers declare it, unless a
   * permission in the team guards them; a call without it opens no project for a limited member.
   */
  readonly does?: AccessLevel | 'nothing';
  /** Only for people who see prices: the call itself would reveal prices to others, so leaving them out of the answer is not enough. */
  readonly needsPrices?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes a file as multipart/form-data, field `file`, instead of a JSON body. */
  readonly upload?: true;
  /** Takes a body as forms have it (application/x-www-form-urlencoded) as well as JSON, because another program sends it. */
  readonly takesForm?: true;
  /** Signs in by a password or registers: refused where company sign-in is the only way in. */
  readonly withPassword?: true;
  /** Takes bodies of up to 16 MB instead of 1. */
  readonly isLarge?: true;
  /** Repeating the call has the same effect, so no answer is stored for a key and its work need not be one transaction. */
  readonly isRepeatable?: true;
  /** Its work is several transactions, of which the last alone has an effect: a key is claimed, and its answer stored, in that one. */
  readonly isInPieces?: true;
  /**
   * The handler's first statement checks the session and the membership, so nothing is queried before it. The handler knows the person by their token
   * alone, without teams.
   */
  readonly checksSession?: true;
  /** Answers 403 `proof_needed` unless the person has proved within `PROOF_MINUTES` who they are: by signing in, or by `POST /proof/`. */
  readonly needsProof?: true;
  /** The API tokens that may make the call (`tokenVerdict` in domain/apiTokens.ts). */
  readonly byToken?: ByToken;
  /** Its answer holds a secret that is shown once: no answer is stored for a key. */
  readonly answersSecret?: true;
  readonly status?: 200 | 201;
  readonly answer: Schema;
}
export type Endpoints = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>>;
