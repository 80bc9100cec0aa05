-- What a list is among the lists of its file, why it is not ticked, and the list it may be the same as.
alter table import_lists add column apart text;
alter table import_lists add column why jsonb;
alter table import_lists add column alike_id bigint;
-- Reasons not to be sure of the reading, and what of the sheet is in none of the rows.
alter table import_lists add column doubts jsonb not null default '[]';
alter table import_lists add column not_taken jsonb not null default '[]';
-- Totals of the whole file, and sheets without a list.
alter table imports add column file_totals jsonb not null default '[]';
alter table imports add column sheets_left_out jsonb not null default '[]';
