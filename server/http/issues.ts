/** The sentences of rules that a request breaks. */
import * as v from 'valibot';
import { unknownField } from '../../domain/sentences/fields.ts';
import { sentenceOfIssue } from '../../domain/sentences/rules.ts';
import type { FieldsSaid, Said } from './errors.ts';

type Issue = v.BaseIssue<unknown>;

const isUnknownField = ({ type, expected }: Issue) => type === 'strict_object' && expected === 'never';

export const saidIn = (issue: Issue): Said => (isUnknownField(issue) ? unknownField() : sentenceOfIssue(issue));

/** The sentences by field; a rule about the whole body is left out. */
export function fieldsIn(issues: readonly Issue[]): FieldsSaid {
  const byField = Map.groupBy(issues, (issue) => v.getDotPath(issue));
  return Object.fromEntries([...byField].flatMap(([field, found]) => (field === null ? [] : [[field, found.map(saidIn)]])));
}
