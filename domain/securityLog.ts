/** The events of the security log. The list is closed: the screen has words for each kind, and the server writes no other. */
const KINDS = {
  sign_in: 'signing_in',
  sign_in_refused: 'signing_in',
  sign_out: 'signing_in',
  session_ended: 'signing_in',
  sessions_ended: 'signing_in',
  session_stolen: 'signing_in',
  limit_reached: 'signing_in',
  not_me: 'signing_in',
  password_changed: 'account',
  password_recovered: 'account',
  address_asked: 'account',
  address_changed: 'account',
  address_restored: 'account',
  factor_added: 'account',
  factor_removed: 'account',
  factors_reset: 'account',
  recovery_codes_made: 'account',
  account_disabled: 'account',
  account_enabled: 'account',
  account_deleted: 'account',
  token_made: 'account',
  token_withdrawn: 'account',
  company_connected: 'account',
  role_changed: 'people',
  limits_changed: 'people',
  member_joined: 'people',
  member_removed: 'people',
  member_left: 'people',
  invitation_sent: 'people',
  invitation_withdrawn: 'people',
  call_refused: 'people',
  link_made: 'links',
  link_changed: 'links',
  link_withdrawn: 'links',
  link_opened: 'links',
  answer_link_made: 'links',
  answer_link_changed: 'links',
  answer_link_withdrawn: 'links',
  act_answered: 'links',
  answer_withdrawn: 'links',
  exported: 'files',
  invoice_made: 'files',
  data_downloaded: 'files',
  project_deleted: 'team',
  project_restored: 'team',
  team_deleted: 'team',
  team_restored: 'team',
  settings_changed: 'team',
} as const;
export type SecurityKind = keyof typeof KINDS;

/** The groups of kinds that the log can be filtered by. */
export const SECURITY_GROUPS = ['signing_in', 'account', 'people', 'links', 'files', 'team'] as const;
export type SecurityGroup = (typeof SECURITY_GROUPS)[number];

export const kindsIn = (group: SecurityGroup): SecurityKind[] =>
  (Object.keys(KINDS) as SecurityKind[]).filter((kind) => KINDS[kind] === group);

/** Why a sign-in was refused. */
export type RefusedSignIn = 'wrong_password' | 'unconfirmed' | 'disabled' | 'wrong_factor';

/** The parts of a project that can be exported as a file, as entries name them. */
export const EXPORTED = ['estimate', 'act', 'certificate', 'contract'] as const;
