/** Sentences about values of fields. */
import { saying } from './sentence.ts';

export const required = saying('required', 'Value is required');
export const invalidEmail = saying('invalid_email', 'Value is not a valid email address');
export const tooShort = saying(
  'too_short',
  'This field should be at least {count} characters long',
  'This field should be at least {count} character long',
);
export const tooLong = saying('too_long', 'At most {count} characters', 'At most {count} character');
export const invalid = saying('invalid', 'The value is not valid');
export const unknownField = saying('unknown_field', 'There is no field with this name');
export const notText = saying('not_text', 'Enter some text');

export const notNumber = saying('not_number', 'Enter a number');
export const tooManyDecimals = saying(
  'too_many_decimals',
  'Enter a number with at most {count} decimals',
  'Enter a number with at most {count} decimal',
);
export const numberTooLarge = saying('number_too_large', 'The number must be smaller than {bound}');
export const notNegative = saying('not_negative', 'Enter a number of at least 0');
export const notWholeNumber = saying('not_whole_number', 'Enter a whole number');
export const numberAbove = saying('number_above', 'At most {most}');
export const percentTooPrecise = saying(
  'percent_too_precise',
  'Enter a percent with at most {count} decimals',
  'Enter a percent with at most {count} decimal',
);
export const percentOutOfBounds = saying('percent_out_of_bounds', 'The percent must be between {min} and {max}');

export const notDay = saying('not_day', 'Enter a date as YYYY-MM-DD');
export const notMoment = saying('not_moment', 'Enter a date and time');
export const noSuchDay = saying('no_such_day', 'This date is not in the calendar');

export const logoNotPicture = saying('logo_not_picture', 'Choose a PNG or JPEG picture. Other files are not taken');
export const logoTooLarge = saying('logo_too_large', 'The picture must be at most {kilobytes} kB');
export const logoTooWide = saying('logo_too_wide', 'The picture must be at most {most} pixels wide and high');

export const sendOneField = saying('send_one_field', 'Send one field');
export const sendOneOf = saying('send_one_of', 'Send exactly one of: {fields}');
export const notGivenRole = saying('not_given_role', 'Choose admin or regular');
export const noSuchLanguage = saying('no_such_language', 'This language is not available');
export const noSuchView = saying('no_such_view', 'The rows cannot be shown this way');
export const noSuchChange = saying('no_such_change', 'There is no such kind of change');
export const askQuantityOrPercent = saying('quantity_or_percent', 'The field must be quantity or percent');
