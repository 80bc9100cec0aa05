-- When a token was used is told by the database's clock, its successor's issue by that of the process that signs it.
alter table refresh_tokens add column successor_issued_at timestamptz;
update refresh_tokens set successor_issued_at = used_at where used_at is not null;
