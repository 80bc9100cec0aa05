import * as v from 'valibot';
import { AS_STORED, RowView } from '../rowView.ts';
import { noSuchView } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

/** A row view (domain/rowView.ts) as JSON. */
export const ViewQuery = v.pipe(
  v.optional(v.pipe(v.string(ruleText(noSuchView())), v.maxLength(16_000, ruleText(noSuchView()))), ''),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    if (value === '') return AS_STORED;
    try {
      return v.parse(RowView, JSON.parse(value));
    } catch {
      addIssue({ message: ruleText(noSuchView()) });
      return NEVER;
    }
  }),
);

export const KeptQuery = v.pipe(
  v.optional(v.literal('true')),
  v.description('Rows are shown as the caller left the list (`GET /lists/:id/view/`), and by `view` only where nothing is kept'),
);
