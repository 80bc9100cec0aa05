/** Sentences about numbers and percents. */
import { sentence } from './sentence.ts';

export const notNumber = sentence('not_number', 'Enter a number');
export const tooManyDecimals = sentence(
  'too_many_decimals',
  'Enter a number with at most {count} decimals',
  'Enter a number with at most {count} decimal',
);
export const numberTooLarge = sentence('number_too_large', 'The number must be smaller than {bound}');
export const notNegative = sentence('not_negative', 'Enter a number of at least 0');
export const notWholeNumber = sentence('not_whole_number', 'Enter a whole number');
export const numberAbove = sentence('number_above', 'At most {most}');
export const percentTooPrecise = sentence(
  'percent_too_precise',
  'Enter a percent with at most {count} decimals',
  'Enter a percent with at most {count} decimal',
);
export const percentOutOfBounds = sentence('percent_out_of_bounds', 'The percent must be between {min} and {max}');
