import type { ColumnType, Generated } from 'kysely';

/** Numeric columns are read as decimal text and written as decimal text. */
type Decimal = ColumnType<string, string, string>;
type Counted = ColumnType<string, string | undefined, string>;
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface Tables {
  users: {
    id: Generated<number>;
    email: string;
    name: string;
    language: Generated<string>;
    password: string;
    confirmed_at: MaybeMoment;
    created_at: Moment;
  };
  teams: { id: Generated<number>; name: string; created_at: Moment };
  members: { team_id: number; user_id: number; role: string; created_at: Moment };
  refresh_families: { id: string; user_id: number; generation: Generated<number>; created_at: Moment; revoked_at: MaybeMoment };
  refresh_tokens: { hash: string; family: string; expires_at: Moment; used_at: MaybeMoment };
  person_links: {
    hash: string;
    kind: 'confirmation' | 'recovery';
    user_id: number;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    used_at: MaybeMoment;
  };
  invitations: {
    team_id: number;
    id: Generated<number>;
    email: string;
    role: 'admin' | 'regular';
    invited_by: number;
    created_at: Moment;
    expires_at: ColumnType<Date, Date | string, Date | string>;
    accepted_at: MaybeMoment;
    withdrawn_at: MaybeMoment;
  };
  invitation_links: { hash: string; team_id: number; invitation_id: number; created_at: Moment };
  outgoing_mails: {
    id: Generated<number>;
    kind: 'confirmation' | 'recovery' | 'invitation';
    email: string;
    team_id: number | null;
    invitation_id: number | null;
    created_at: Moment;
    attempts: Generated<number>;
    next_try_at: Moment;
    claim: string | null;
  };
  attempts: { key: string; count: number; until: ColumnType<Date, Date | string, Date | string> };
  kept_answers: { user_id: number; key: string; fingerprint: string; status: number | null; body: string | null; created_at: Moment };
  act_status: { id: number; name: string; code: string; order: number; color: string };
  unit: { id: number; name: string; full_name: string };
  projects: {
    team_id: number;
    id: Generated<number>;
    name: string;
    status: Generated<string>;
    currency: Generated<string>;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: MaybeMoment;
  };
  versions: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    number: number;
    name: Generated<string>;
    created_at: Moment;
    deleted_at: MaybeMoment;
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
  version_totals: { team_id: number; version_id: number; price: Decimal };
  acts: {
    team_id: number;
    id: Generated<number>;
    version_id: number;
    place: number;
    number: string;
    finish_date: string | null;
    status_id: Generated<number>;
    revision: Generated<number>;
    created_at: Moment;
  };
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
  act_totals: { team_id: number; act_id: number; price: Decimal };
  act_links: {
    hash: string;
    team_id: number;
    act_id: number;
    created_by: number;
    created_at: Moment;
    expires_at: MaybeMoment;
    withdrawn_at: MaybeMoment;
  };
  recent_events: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    entity_type: string;
    object_id: number | null;
    type: string;
    processed: Generated<boolean>;
    created_at: Moment;
    author_id: number | null;
    author_name: Generated<string>;
    subject: Generated<string>;
    field: Generated<string>;
  };
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
  imports: {
    team_id: number;
    project_id: number;
    file_name: string;
    status: Generated<string>;
    progress: Generated<number>;
    refusal_code: string | null;
    refusal_detail: string | null;
    project_status: string;
    started_by: number;
    started_at: Moment;
    finished_version_id: number | null;
  };
  import_lists: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    order: number;
    title: string;
    sheet: string;
    columns: unknown;
    notices: unknown;
  };
  import_rows: {
    team_id: number;
    id: Generated<number>;
    list_id: number;
    order: number;
    sheet_row_index: number;
    kind: string;
    code: string;
    name: string;
    unit: string;
    quantity: Decimal;
    unit_labour: Decimal;
    unit_materials: Decimal;
    unit_tools: Decimal;
    labour: Decimal;
    materials: Decimal;
    tools: Decimal;
    cells: unknown;
    errors: unknown;
  };
}
