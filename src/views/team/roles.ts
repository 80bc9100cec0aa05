import { m } from '../../messages/messages.ts';

export const ROLE_NAMES = { owner: m.role_owner, admin: m.role_admin, regular: m.role_regular } as const;
/** The rights of each role. */
export const ROLE_MEANINGS = { owner: m.role_owner_may, admin: m.role_admin_may, regular: m.role_regular_may } as const;
/** The roles that can be given; the owner's cannot. */
export const GIVEN_ROLES = ['regular', 'admin'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];
