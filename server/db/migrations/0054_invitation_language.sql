-- The language its mail is written in, chosen by the sender; theirs where none was chosen.
alter table invitations add column language text;
