-- Rows of the sheet that a person has left out: they stay out when the list is read again.
alter table import_lists add column left_out jsonb not null default '[]';
