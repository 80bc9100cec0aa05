/** What the security log records. The list is closed: the screen has words for each, and the database takes no other from us. */
const SECURITY_KINDS = [
  'sign_in',
  'sign_in_refused',
  'call_refused',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'session_stolen',
  'password_changed',
  'password_recovered',
  'account_disabled',
  'account_enabled',
  'factor_added',
  'factor_removed',
  'not_me',
  'role_changed',
  'limits_changed',
  'member_joined',
  'member_removed',
  'member_left',
  'invitation_sent',
  'invitation_withdrawn',
  'link_made',
  'link_changed',
  'link_withdrawn',
  'link_opened',
  'exported',
  'project_deleted',
  'project_restored',
  'team_made',
  'settings_changed',
  'token_made',
  'token_withdrawn',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** Why a sign-in was refused. */
export type RefusedSignIn = 'wrong_password' | 'unconfirmed' | 'disabled';
