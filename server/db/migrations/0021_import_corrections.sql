-- What a person typed in the place of a cell, by column: it is said again when the list is read again.
alter table import_rows add column corrections jsonb not null default '{}';
