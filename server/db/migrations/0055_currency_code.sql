-- The ISO 4217 code of a project's currency; null where somebody wrote a sign of their own.
alter table projects add column currency_code text default 'EUR';
update projects set currency_code = null where currency <> '€';
