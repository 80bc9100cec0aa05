/** Roles in a team and what each may do (docs/product.md, 3.10). */
export const ROLES = ['owner', 'admin', 'regular'] as const;
export type Role = (typeof ROLES)[number];

const TABLE = {
  editOwners: { owner: false, admin: false, regular: false },
  editAdmins: { owner: true, admin: true, regular: false },
  editRegulars: { owner: true, admin: true, regular: false },
  inviteUsers: { owner: true, admin: true, regular: false },
  seeTeamSettings: { owner: true, admin: true, regular: false },
  ownTeam: { owner: true, admin: false, regular: false },
  manageContract: { owner: true, admin: true, regular: false },
  deleteProjects: { owner: true, admin: true, regular: false },
  withdrawAnswers: { owner: true, admin: true, regular: false },
} as const satisfies Record<string, Readonly<Record<Role, boolean>>>;

export type Permission = keyof typeof TABLE;

/** Whether a role has a permission. Throws on an unknown permission name. */
export function may(role: Role, permission: Permission): boolean {
  if (!Object.hasOwn(TABLE, permission)) throw new Error(`Unknown permission: ${permission}`);
  return TABLE[permission][role];
}

const EDITING = { owner: 'editOwners', admin: 'editAdmins', regular: 'editRegulars' } as const satisfies Record<Role, Permission>;

/** The permission needed to change or end the membership of somebody with this role. */
export const permissionToEdit = (role: Role): Permission => EDITING[role];
