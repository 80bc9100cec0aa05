import type * as v from 'valibot';
import type { Permission } from '../permissions.ts';

/**
 * Who may make a call: "anyone"; "visitor", anyone, and somebody signed in is known; "user", signed in; "member", signed in and in the team
 * the record belongs to, for it does not exist for others; "viewer", a member or the holder of that act's public key; "keyholder", whoever
 * holds a public key.
 */
const WHO = ['anyone', 'visitor', 'user', 'member', 'viewer', 'keyholder'] as const;
export type Who = (typeof WHO)[number];
type Schema = v.GenericSchema<never, unknown> | v.GenericSchema;

export interface Endpoint {
  readonly who: Who;
  /** The permission the caller's role must have in the team whose id is the path's `:id`, or in that of `permissionIn`. */
  readonly permission?: Permission;
  /** The path's `:id` is a project's: its handler, which knows the team, asks for the permission. */
  readonly permissionIn?: 'project';
  /** The path's parameter that may instead name the caller: nobody needs a permission for what is their own. */
  readonly orSelf?: 'userId';
  /** Only for the person whose record it is: 403 for other members, told by its handler. */
  readonly isOwnOnly?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes a file as multipart/form-data, field `file`, instead of a JSON body. */
  readonly upload?: true;
  /** Takes bodies of up to 16 MB instead of 1. */
  readonly isLarge?: true;
  /** Asked twice it does the same: no answer is kept for a key, and its work is not one transaction. */
  readonly isRepeatable?: true;
  readonly status?: 200 | 201;
  readonly answer: Schema;
}
export type Endpoints = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>>;
