import { m } from '../../messages/messages.ts';

export const ROLE_NAMES = { owner: m.role_owner, admin: m.role_admin, regular: m.role_regular } as const;
/** The roles that are given: nobody is made an owner. */
export const GIVEN_ROLES = ['regular', 'admin'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];
