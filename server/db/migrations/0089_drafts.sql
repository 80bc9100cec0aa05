-- A version that is being written is in the bin and has the number 0 until it is published (server/estimates/drafts.ts).
create index drafts on versions (created_at) where number = 0;

-- Counts the changes to what was read, so that a draft of it can be told from the import as it is.
alter table imports add column revision int not null default 0;
