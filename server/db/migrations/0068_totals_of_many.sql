-- What an update changed is found by comparing the rows before with those after. Nothing is known of how many they are, and planned for one row,
-- a paste of 2,500 compared each with all: seconds on the embedded database. A full join is never done row by row, and here every row has its pair.
do $$
declare
  name text;
  before text;
  after text;
begin
  foreach name in array array['keep_section_totals_after_update()', 'record_change()'] loop
    before := pg_get_functiondef(name::regprocedure);
    after := replace(before, 'old_rows o join new_rows n', 'old_rows o full join new_rows n');
    if after = before then raise exception '% joins its rows in another way', name; end if;
    execute after;
  end loop;
end $$;
