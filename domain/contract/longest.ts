import * as v from 'valibot';
import { seenText } from '../seenText.ts';
import { tooLong } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

/** A text with a maximum length in characters. */
export const noLongerThan = (count: number) => v.maxLength<string, number, string>(count, ruleText(tooLong({ count })));

/** Only what is seen of a text. To the description of the API it trims, because after any other transformation no limit is described. */
export const asSeen: v.TrimAction = { ...v.trim(), '~run': (dataset) => ({ ...dataset, value: seenText(dataset.value) }) };
