-- What e-invoices say of a team, in parts; the address of prints stays as it is.
alter table teams
  add column vat_id text not null default '',
  add column street text not null default '',
  add column city text not null default '',
  add column post_code text not null default '',
  add column country text not null default '',
  add column endpoint text not null default '',
  add column iban text not null default '',
  add column bic text not null default '',
  add column payment_days integer check (payment_days between 0 and 365),
  add column contact_name text not null default '',
  add column contact_phone text not null default '',
  add column contact_email text not null default '';

-- The same of a project's client, and what the client wants to find on an invoice.
alter table projects
  add column client_vat_id text not null default '',
  add column client_street text not null default '',
  add column client_city text not null default '',
  add column client_post_code text not null default '',
  add column client_country text not null default '',
  add column client_endpoint text not null default '',
  add column buyer_reference text not null default '',
  add column order_reference text not null default '';
