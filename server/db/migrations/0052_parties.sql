-- Who prices and claims the work, and for whom: what a print and a public act say at their top.
alter table teams
  add column address text not null default '',
  add column registration text not null default '',
  add column logo bytea check (length(logo) <= 100000),
  add column logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  add check ((logo is null) = (logo_type is null));

alter table projects
  add column client_name text not null default '',
  add column client_address text not null default '',
  add column client_registration text not null default '',
  add column contract_number text not null default '',
  add column contract_date date;
