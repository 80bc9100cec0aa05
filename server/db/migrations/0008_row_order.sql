-- Places between rows never run out, however many are added at the end.
alter table estimate_rows alter column "order" type bigint;
