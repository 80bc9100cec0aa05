/** Sentences about values of fields. */
import { sentence } from './sentence.ts';

export const required = sentence('required', 'Value is required');
export const invalidEmail = sentence('invalid_email', 'Value is not a valid email address');
export const tooShort = sentence(
  'too_short',
  'This field should be at least {count} characters long',
  'This field should be at least {count} character long',
);
export const tooLong = sentence('too_long', 'At most {count} characters', 'At most {count} character');
export const invalid = sentence('invalid', 'The value is not valid');
export const unknownField = sentence('unknown_field', 'There is no field with this name');
export const notText = sentence('not_text', 'Enter some text');

export const notDay = sentence('not_day', 'Enter a date as YYYY-MM-DD');
export const notMoment = sentence('not_moment', 'Enter a date and time');
export const noSuchDay = sentence('no_such_day', 'This date is not in the calendar');

export const sendOneField = sentence('send_one_field', 'Send one field');
export const sendOneOf = sentence('send_one_of', 'Send exactly one of: {fields}');
export const notGivenRole = sentence('not_given_role', 'Choose admin or regular');
export const noSuchLanguage = sentence('no_such_language', 'This language is not available');
export const noSuchView = sentence('no_such_view', 'The rows cannot be shown this way');
export const noSuchChange = sentence('no_such_change', 'There is no such kind of change');
export const askQuantityOrPercent = sentence('quantity_or_percent', 'The field must be quantity or percent');
