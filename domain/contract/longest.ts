import * as v from 'valibot';
import { seenText } from '../seenText.ts';
import { tooLong } from '../sentences/fields.ts';
import { ruleText } from '../sentences/rules.ts';

/** A text with a maximum length in characters. */
export const noLongerThan = (count: number) => v.maxLength<string, number, string>(count, ruleText(tooLong({ count })));

/** Only what is seen of a text. */
export const asSeen = v.transform(seenText);
