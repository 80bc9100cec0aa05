-- Whom a provider of sign-ins knows by which account. The provider's name for the person is what counts: the address is only that of the day.
create table company_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index company_identities_by_user on company_identities (user_id);

-- A sign-in under way, known to one browser by a cookie. `answered_at` uses the provider's answer up. One that found an account of the same address
-- waits until that account's owner says yes.
create table company_sign_ins (
  hash text primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  path text,
  -- The login it proves or is connected with; null for somebody who comes in.
  family text references refresh_families (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  subject text,
  sid text,
  user_id bigint references users (id) on delete cascade,
  role text,
  is_mail_wanted boolean not null default false,
  mail_hash text
);
create index company_sign_ins_by_expiry on company_sign_ins (expires_at);
create index company_sign_ins_by_user on company_sign_ins (user_id) where user_id is not null;

-- Logins that began at a provider, by its own session, so that a logout there ends them here.
create table company_sessions (
  family text primary key references refresh_families (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text
);
create index company_sessions_by_subject on company_sessions (issuer, subject);

-- An account whose password counts where people come in by their company alone: the administrator made it by command.
alter table users add column keeps_password boolean not null default false;

do $$
declare before text;
begin
  select pg_get_constraintdef(oid) into strict before from pg_constraint where conname = 'outgoing_mails_kind_check' and conrelid = 'outgoing_mails'::regclass;
  alter table outgoing_mails drop constraint outgoing_mails_kind_check;
  execute 'alter table outgoing_mails add constraint outgoing_mails_kind_check ' || replace(before, '''recovery''::text', '''recovery''::text, ''company''::text');
end $$;
