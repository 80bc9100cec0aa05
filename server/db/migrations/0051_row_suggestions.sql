-- Rows are suggested by how their name or code begins. The prefix is short, because an index entry is limited in size; byte order, because LIKE needs it.
create index estimate_rows_by_name on estimate_rows (team_id, (lower(left(name, 80)) collate "C"), version_id) where kind = 'row' and name <> '';
create index estimate_rows_by_code on estimate_rows (team_id, (lower(left(code, 80)) collate "C"), version_id) where kind = 'row' and code <> '';
create index estimate_rows_by_unit on estimate_rows (team_id, version_id, unit) where kind = 'row' and unit <> '';
