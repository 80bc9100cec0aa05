-- By itself the planner expects 1,000 rows of a function. Of two joined, as in the first statement of every edit, it expected a million, and
-- compiled that statement to machine code each time, which took ten times as long as the edit.
alter function lock_place(bigint, text, bigint, int) rows 1;
alter function place_of(bigint[], text, bigint) rows 1;
alter function standing_of(bigint, text, int, bigint, bigint) rows 1;
alter function touched_in_place(bigint, bigint) rows 1;
alter function teams_open_to(bigint) rows 5;
