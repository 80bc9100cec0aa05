import * as v from 'valibot';
import { seenText } from '../seenText.ts';
import { tooLong } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

/** A text with a maximum length in characters. */
export const noLongerThan = (count: number) => v.maxLength<string, number, string>(count, ruleText(tooLong({ count })));

/** Only the visible part of a text. A separate action, because the API's description leaves out limits that follow a `v.transform`. */
export const asSeen: v.BaseTransformation<string, string, never> = {
  ...v.trim(),
  type: 'seen_text',
  '~run': (dataset) => ({ ...dataset, value: seenText(dataset.value) }),
};
