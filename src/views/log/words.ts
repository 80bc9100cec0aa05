import type { SecurityEntry } from '../../../domain/api/securityLogRoutes.ts';
import { ROLES } from '../../../domain/permissions.ts';
import type { SecurityGroup, SecurityKind } from '../../../domain/securityLog.ts';
import { m } from '../../messages/messages.ts';
import { dayOf, shownDay } from '../dates.ts';
import { ROLE_NAMES } from '../team/roles.ts';

/** The words for every kind; a missing one does not compile. */
const KINDS: Readonly<Record<SecurityKind, () => string>> = {
  sign_in: m.log_kind_sign_in,
  sign_in_refused: m.log_kind_sign_in_refused,
  sign_out: m.log_kind_sign_out,
  session_ended: m.log_kind_session_ended,
  sessions_ended: m.log_kind_sessions_ended,
  session_stolen: m.log_kind_session_stolen,
  limit_reached: m.log_kind_limit_reached,
  not_me: m.log_kind_not_me,
  password_changed: m.log_kind_password_changed,
  password_recovered: m.log_kind_password_recovered,
  address_asked: m.log_kind_address_asked,
  address_changed: m.log_kind_address_changed,
  address_restored: m.log_kind_address_restored,
  factor_added: m.log_kind_factor_added,
  factor_removed: m.log_kind_factor_removed,
  factors_reset: m.log_kind_factors_reset,
  recovery_codes_made: m.log_kind_recovery_codes_made,
  account_disabled: m.log_kind_account_disabled,
  account_enabled: m.log_kind_account_enabled,
  account_deleted: m.log_kind_account_deleted,
  token_made: m.log_kind_token_made,
  token_withdrawn: m.log_kind_token_withdrawn,
  company_connected: m.log_kind_company_connected,
  role_changed: m.log_kind_role_changed,
  limits_changed: m.log_kind_limits_changed,
  member_joined: m.log_kind_member_joined,
  member_removed: m.log_kind_member_removed,
  member_left: m.log_kind_member_left,
  invitation_sent: m.log_kind_invitation_sent,
  invitation_withdrawn: m.log_kind_invitation_withdrawn,
  call_refused: m.log_kind_call_refused,
  link_made: m.log_kind_link_made,
  link_changed: m.log_kind_link_changed,
  link_withdrawn: m.log_kind_link_withdrawn,
  link_opened: m.log_kind_link_opened,
  answer_link_made: m.log_kind_answer_link_made,
  answer_link_changed: m.log_kind_answer_link_changed,
  answer_link_withdrawn: m.log_kind_answer_link_withdrawn,
  act_answered: m.log_kind_act_answered,
  answer_withdrawn: m.log_kind_answer_withdrawn,
  exported: m.log_kind_exported,
  invoice_made: m.log_kind_invoice_made,
  data_downloaded: m.log_kind_data_downloaded,
  project_deleted: m.log_kind_project_deleted,
  project_restored: m.log_kind_project_restored,
  team_deleted: m.log_kind_team_deleted,
  team_restored: m.log_kind_team_restored,
  settings_changed: m.log_kind_settings_changed,
};
export const GROUPS: Readonly<Record<SecurityGroup, () => string>> = {
  signing_in: m.log_group_signing_in,
  account: m.log_group_account,
  people: m.log_group_people,
  links: m.log_group_links,
  files: m.log_group_files,
  team: m.log_group_team,
};
/** The words for codes in entries; anything else is a name and is shown as it is. */
const WORDS: Readonly<Record<string, () => string>> = {
  wrong_password: m.log_word_wrong_password,
  wrong_factor: m.log_word_wrong_factor,
  unconfirmed: m.log_word_unconfirmed,
  disabled: m.log_word_disabled,
  password: m.log_word_password,
  passkey: m.log_word_passkey,
  code: m.log_word_code,
  recovery_code: m.log_word_recovery_code,
  app: m.log_word_app,
  read: m.token_scope_read,
  acts: m.token_scope_acts,
  all: m.token_scope_all,
  company: m.log_word_company,
  others: m.log_word_others,
  estimate: m.log_word_estimate,
  act: m.log_word_act,
  log: m.log_word_log,
};

/** The words for limits in entries (server/teams/memberLimits.ts): which projects, and which limit. */
const LIMITS: Readonly<Record<string, () => string>> = {
  'all projects': m.access_all,
  'later projects': m.access_later,
  everything: m.access_everything,
  reads: m.access_reads,
  'reads, no prices': m.access_reads_unpriced,
  acts: m.access_acts,
  'acts, no prices': m.access_acts_unpriced,
};

/** The words for a team's settings that were changed. A changed name of the team is shown as old and new instead. */
const SETTINGS: Readonly<Record<string, () => string>> = {
  company: m.company,
  'e-invoices': m.invoice_company,
  'no second factor': m.log_word_factor_none,
};
function settingName(text: string): string {
  const from = /^a second factor from (\d{4}-\d\d-\d\d(T.*Z)?)$/.exec(text)?.[1];
  // Older entries have a day, newer ones the moment at which a day began where it was chosen.
  if (from !== undefined) return m.log_word_factor_from({ day: shownDay(from.length > 10 ? dayOf(new Date(from)) : from) });
  return Object.hasOwn(SETTINGS, text) ? (SETTINGS[text]?.() ?? text) : text;
}

/** An entry of a later version may be of a kind this one has no words for. */
export const kindName = (kind: string): string => (Object.hasOwn(KINDS, kind) ? KINDS[kind as SecurityKind]() : kind);

function word(code: string): string {
  const role = ROLES.find((known) => known === code);
  if (role !== undefined) return ROLE_NAMES[role]();
  return Object.hasOwn(WORDS, code) ? (WORDS[code]?.() ?? code) : code;
}

export const whoOf = ({ user_name, user_id }: SecurityEntry): string => (user_id === null ? m.log_nobody() : user_name);

/** The subject of an entry, with its old and new value. */
export function detailOf({ kind, about, was, becomes }: Pick<SecurityEntry, 'kind' | 'about' | 'was' | 'becomes'>): string {
  // The ways somebody has logged in with are several codes in one text.
  const codes = (text: string) => text.split(', ').map(word).join(', ');
  const limit = (text: string) => (Object.hasOwn(LIMITS, text) ? (LIMITS[text]?.() ?? text) : text);
  const setting = (text: string) => (was === '' ? settingName(text) : text);
  const words = kind === 'limits_changed' ? limit : kind === 'settings_changed' ? setting : codes;
  const change = [was, becomes].filter((part) => part !== '').map(words);
  return [about, change.join(' → ')].filter((part) => part !== '').join(': ');
}
