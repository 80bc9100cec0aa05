-- The formulas that gave numbers of a row, {"quantity": "12*3.5"}; null where none did.
alter table estimate_rows add column formulas jsonb check (formulas <> '{}');
alter table import_rows add column formulas jsonb check (formulas <> '{}');
-- Undo compares images with rows as a whole.
update event_changes
   set before = before || '{"formulas": null}', after = after || '{"formulas": null}'
 where relation = 'estimate_rows';
