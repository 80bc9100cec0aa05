-- A version that is being written is in the bin and has the number 0 until it is published (server/estimates/unpublished.ts).
create index unpublished_versions on versions (created_at) where number = 0;

-- Counts the changes to what was read, so that a version written from it can be told from one that would be written now.
alter table imports add column revision int not null default 0;
