import type { ColumnType, Generated } from 'kysely';
import type { AnswerReason } from '../../domain/answer.ts';
import type { FactorKind } from '../../domain/factors.ts';
import type { AddressTables } from './addressTables.ts';
import type { Counted, Decimal, Formulas, MaybeMoment, Moment } from './columns.ts';
import type { ContractTables } from './contractTables.ts';
import type { HistoryTables } from './historyTables.ts';
import type { ImportTables } from './importTables.ts';
import type { PaymentTables } from './paymentTables.ts';

export interface Tables extends AddressTables, ContractTables, HistoryTables, ImportTables, PaymentTables {
  users: {
    id: Generated<number>;
    email: string;
    name: string;
    language: Generated<string>;
    password: string;
    confirmed_at: MaybeMoment;
    created_at: Moment;
    disabled_at: MaybeMoment;
    keeps_password: Generated<boolean>;
    deleted_at: MaybeMoment;
  };
  teams: {
    id: Generated<number>;
    name: string;
    created_at: Moment;
    factor_required_from: MaybeMoment;
    address: Generated<string>;
    registration: Generated<string>;
    vat_id: Generated<string>;
    street: Generated<string>;
    city: Generated<string>;
    post_code: Generated<string>;
    country: Generated<string>;
    endpoint: Generated<string>;
    iban: Generated<string>;
    bic: Generated<string>;
    payment_days: number | null;
    contact_name: Generated<string>;
    contact_phone: Generated<string>;
    contact_email: Generated<string>;
    logo: ColumnType<Uint8Array | null, never, never>;
    logo_type: ColumnType<string | null, never, never>;
    deleted_at: MaybeMoment;
    purge_at: MaybeMoment;
    purging_at: MaybeMoment;
  };
  members: { team_id: number; user_id: number; role: string; created_at: Moment };
  project_limits: { team_id: number; user_id: number; project_id: number; can: 'reads' | 'acts'; prices: boolean };
  later_limits: { team_id: number; user_id: number; can: 'reads' | 'acts'; prices: boolean };
  former_members: { team_id: number; user_id: number; role: string; created_at: Moment; limits: ColumnType<unknown, string, string> };
  preferences: { user_id: number; name: string; value: ColumnType<unknown, string, string> };
  row_views: {
    team_id: number;
    list_id: number;
    user_id: number;
    view: ColumnType<Readonly<Record<string, unknown>>, string, string>;
    updated_at: ColumnType<Date, Date | string, Date | string>;
  };
  refresh_families: {
    id: string;
    user_id: number;
    generation: Generated<number>;
    created_at: Moment;
    revoked_at: MaybeMoment;
    last_used_at: Moment;
    device: Generated<string>;
    address: Generated<string>;
    methods: Generated<string[]>;
    proved_at: Moment;
  };
  known_devices: { user_id: number; hash: string; seen_at: Moment };
  api_tokens: {
    id: Generated<number>;
    user_id: number;
    name: string;
    scope: string;
    hash: string;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    last_used_at: MaybeMoment;
    withdrawn_at: MaybeMoment;
  };
  security_log: {
    id: Generated<number>;
    at: Moment;
    kind: string;
    team_id: number | null;
    user_id: number | null;
    user_name: Generated<string>;
    about_id: number | null;
    about: Generated<string>;
    was: Generated<string>;
    becomes: Generated<string>;
    address: Generated<string>;
    device: Generated<string>;
  };
  factors: {
    id: Generated<number>;
    user_id: number;
    kind: FactorKind;
    name: string;
    added_at: Moment;
    last_used_at: MaybeMoment;
    secret: string | null;
    last_step: number | null;
    credential_id: string | null;
    public_key: string | null;
    counter: Generated<number>;
    transports: Generated<string[]>;
  };
  recovery_codes: { user_id: number; hash: string; salt: string; used_at: MaybeMoment };
  factor_tickets: {
    hash: string;
    purpose: 'passkey_sign_in' | 'second_step' | 'add_app' | 'add_passkey' | 'proof';
    user_id: number | null;
    family: string | null;
    password: string | null;
    challenge: string | null;
    secret: string | null;
    expires_at: ColumnType<Date, Date | string, Date | string>;
  };
  refresh_tokens: { hash: string; family: string; expires_at: Moment; used_at: MaybeMoment; successor_issued_at: MaybeMoment };
  company_identities: { issuer: string; subject: string; user_id: number; linked_at: Moment; last_used_at: Moment };
  company_sign_ins: {
    hash: string;
    state: string;
    nonce: string;
    verifier: string;
    path: string | null;
    family: string | null;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    answered_at: MaybeMoment;
    subject: string | null;
    sid: string | null;
    user_id: number | null;
    role: string | null;
    is_mail_wanted: Generated<boolean>;
    mail_hash: string | null;
  };
  company_sessions: { family: string; issuer: string; subject: string; sid: string | null };
  registrations: {
    id: Generated<number>;
    email: string;
    name: string;
    language: Generated<string>;
    password: string;
    created_at: Moment;
  };
  registration_links: {
    hash: string;
    registration_id: number;
    kind: 'confirmation' | 'recovery';
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
  };
  invitations: {
    team_id: number;
    id: Generated<number>;
    email: string;
    role: 'admin' | 'regular';
    language: string | null;
    invited_by: number;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    accepted_at: MaybeMoment;
    withdrawn_at: MaybeMoment;
  };
  invitation_links: { hash: string; team_id: number; invitation_id: number; created_at: Moment };
  outgoing_mails: {
    id: Generated<number>;
    kind:
      | 'confirmation'
      | 'recovery'
      | 'invitation'
      | 'notice'
      | 'company'
      | 'answered'
      | 'answer_withdrawn'
      | 'extra_asked'
      | 'extra_decided';
    email: string;
    team_id: number | null;
    invitation_id: number | null;
    registration_id: number | null;
    entry_id: number | null;
    created_at: Moment;
    attempts: Generated<number>;
    next_try_at: Moment;
    claim: string | null;
  };
  backup_runs: { id: Generated<number>; started_at: ColumnType<Date, Date, Date>; ended_at: Generated<Date>; error: string | null };
  attempts: { key: string; count: number; until: ColumnType<Date, Date | string, Date | string>; next_at: MaybeMoment };
  kept_answers: {
    user_id: number;
    key: string;
    fingerprint: string;
    status: number | null;
    body: string | null;
    created_at: Moment;
    packed: Uint8Array | null;
  };
  act_status: { id: number; name: string; code: string; order: number; color: string };
  unit: { id: number; name: string; full_name: string };
  projects: {
    team_id: number;
    id: Generated<number>;
    name: string;
    status: Generated<string>;
    currency: Generated<string>;
    currency_code: Generated<string | null>;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: MaybeMoment;
    listed_at: Moment;
    client_name: Generated<string>;
    client_address: Generated<string>;
    client_registration: Generated<string>;
    contract_number: Generated<string>;
    client_vat_id: Generated<string>;
    client_street: Generated<string>;
    client_city: Generated<string>;
    client_post_code: Generated<string>;
    client_country: Generated<string>;
    client_endpoint: Generated<string>;
    buyer_reference: Generated<string>;
    order_reference: Generated<string>;
    contract_date: string | null;
  };
  versions: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    number: number;
    name: Generated<string>;
    created_at: Moment;
    deleted_at: MaybeMoment;
    contract_id: number | null;
    carried_from: number | null;
    is_separate: Generated<boolean>;
  };
  lists: {
    team_id: number;
    id: Generated<number>;
    version_id: number;
    order: number;
    title: Generated<string>;
    revision: Generated<number>;
    updated_at: Moment;
  };
  estimate_rows: {
    team_id: number;
    id: Generated<number>;
    version_id: number;
    list_id: number;
    order: number;
    kind: Generated<string>;
    code: Generated<string>;
    name: Generated<string>;
    unit: Generated<string>;
    quantity: Counted;
    unit_labour: Counted;
    unit_materials: Counted;
    unit_tools: Counted;
    labour: Counted;
    materials: Counted;
    tools: Counted;
    formulas: Formulas;
    revision: Generated<number>;
    updated_at: Moment;
  };
  percent_lines: {
    team_id: number;
    id: Generated<number>;
    version_id: number;
    kind: 'additional_cost' | 'tax';
    order: number;
    name: string;
    percent_total: string | null;
    percent_labour: string | null;
    percent_materials: string | null;
    percent_tools: string | null;
    revision: Generated<number>;
    updated_at: Moment;
  };
  list_totals: { team_id: number; list_id: number; labour: Counted; materials: Counted; tools: Counted; row_count: Generated<number> };
  section_totals: {
    team_id: number;
    section_id: number;
    list_id: number;
    parent_id: number | null;
    level: Generated<number>;
    heading_count: Generated<number>;
    own_labour: Counted;
    own_materials: Counted;
    own_tools: Counted;
    own_rows: Generated<number>;
    labour: Counted;
    materials: Counted;
    tools: Counted;
    row_count: Generated<number>;
  };
  unsettled_outlines: { team_id: number; list_id: number };
  version_totals: { team_id: number; version_id: number; price: Decimal; extras: Counted };
  acts: Acts;
  /** The last place an act of a version has ever had. Kept by a trigger. */
  places_taken: { team_id: number; version_id: number; last: number };
  /** The acts that people made: without the act at place 0, which holds what a version carried. */
  numbered_acts: Acts;
  act_rows: {
    team_id: number;
    id: number;
    act_id: number;
    list_id: number;
    row_id: number;
    quantity: Decimal;
    revision: Generated<number>;
    updated_at: Moment;
  };
  act_list_totals: { team_id: number; act_id: number; list_id: number; labour: Decimal; materials: Decimal; tools: Decimal };
  act_section_totals: { team_id: number; act_id: number; section_id: number; labour: Decimal; materials: Decimal; tools: Decimal };
  act_totals: { team_id: number; act_id: number; price: Decimal };
  act_links: {
    hash: string;
    team_id: number;
    act_id: number;
    created_by: number;
    created_at: Moment;
    expires_at: MaybeMoment;
    withdrawn_at: MaybeMoment;
    may_answer: Generated<boolean>;
    revision: Generated<number>;
  };
  act_answers: {
    team_id: number;
    id: Generated<number>;
    act_id: number;
    at: Moment;
    name: string;
    email: string;
    language: string;
    recorded_by: number | null;
    recorded_name: string | null;
    link: string | null;
    key: string;
    claimed_price: Decimal;
    withdrawn_at: MaybeMoment;
  };
  act_answer_rows: {
    team_id: number;
    id: number;
    act_id: number;
    list_id: number;
    row_id: number;
    claimed: Decimal;
    reason: AnswerReason;
    text: string;
  };
  act_answer_lists: { team_id: number; act_id: number; list_id: number; labour: Decimal; materials: Decimal; tools: Decimal };
  row_comments: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    type: Generated<'row' | 'act_row'>;
    row_id: number;
    author_id: number;
    text: string;
    created_at: Moment;
    updated_at: MaybeMoment;
  };
  heartbeats: { team_id: number; version_id: number; user_id: number; project_id: number; seen_at: Moment };
  presence: { team_id: number; project_id: number; version_id: number; user_id: number; user_name: string };
}

interface Acts {
  team_id: number;
  id: Generated<number>;
  version_id: number;
  place: number;
  number: string;
  finish_date: string | null;
  status_id: Generated<number>;
  revision: Generated<number>;
  created_at: Moment;
}
