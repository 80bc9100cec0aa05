-- The event that made a carrying, and the event that took it back: undo and redo find the carrying of an event by them, because a version may
-- have carried several times. Null where it was not noted: in carryings from before this, and where none was taken back by an event.
alter table carryings add column made_event bigint, add column withdrawn_event bigint;
