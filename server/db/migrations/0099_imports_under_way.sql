-- When the process that has a file to read last said that it is alive: a file waits for its turn, so the time since its upload does not tell
-- whether that process was killed.
alter table imports add column read_alive_at timestamptz not null default now();
