-- Written by /readyz, to prove that a write would work.
create table readiness (
  id int primary key check (id = 1),
  proved_at timestamptz not null
);
