import type * as v from 'valibot';
import type { Permission } from '../permissions.ts';

/**
 * Who may make a call: "anyone"; "visitor", anyone, and somebody signed in is known; "user", signed in, and records of other teams
 * do not exist for them; "viewer", a user or the holder of an act's public key.
 */
export type Who = 'anyone' | 'visitor' | 'user' | 'viewer';
type Schema = v.GenericSchema<never, unknown> | v.GenericSchema;

export interface Endpoint {
  readonly who: Who;
  /** The permission the caller's role must have in the team whose id is the path's `:id`. */
  readonly permission?: Permission;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes a file as multipart/form-data, field `file`, instead of a JSON body. */
  readonly upload?: true;
  readonly status?: 200 | 201;
  readonly answer: Schema;
}
export type Endpoints = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>>;
