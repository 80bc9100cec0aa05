import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Credentials } from '../../domain/api/credentials.ts';
import { fieldSentencesOf, sentenceOf } from '../../domain/api/errors.ts';
import { actExists, actLocked, statusName } from '../../domain/sentences/acts.ts';
import { CATALOGUE } from '../../domain/sentences/catalogue.ts';
import { required, tooLong } from '../../domain/sentences/fields.ts';
import { notFound, tooManyFromNetwork, waitMinutes } from '../../domain/sentences/general.ts';
import { sentenceOfIssue } from '../../domain/sentences/rules.ts';
import { HttpError } from '../../server/http/errors.ts';
import { sentenceFor } from '../../server/http/issues.ts';

test('a sentence has its code, its params and its English', () => {
  expect([notFound(), actExists({ number: '3' }), tooLong({ count: 1 }), tooLong({ count: 20_000 })]).toEqual([
    { detail: 'This has been deleted in the meantime, or you no longer have access to it', code: 'not_found' },
    { detail: 'Act 3 already exists in this version', code: 'act_exists', params: { number: '3' } },
    { detail: 'At most 1 character', code: 'too_long', params: { count: 1 } },
    { detail: 'At most 20\u00a0000 characters', code: 'too_long', params: { count: 20_000 } },
  ]);
  expect(actLocked({ number: '2', status: statusName({ code: 'paid', name: 'Paid {number}' }) }).detail).toBe(
    'Act 2 has the status “Paid {number}”, so this act can no longer be changed. Correct it in a later act',
  );
  expect(tooManyFromNetwork({ wait: waitMinutes({ count: 2 }) })).toEqual({
    detail: 'Too many attempts came from your network. Try again in 2 minutes',
    code: 'too_many_attempts',
    params: { wait: { detail: '2 minutes', code: 'wait_minutes', params: { count: 2 } } },
  });
});

test('a broken rule gives its sentence; a rule without one says what the value must be', () => {
  const { issues = [] } = v.safeParse(Credentials, { email: '', password: '12345' });
  expect(issues.map((issue) => [v.getDotPath(issue), sentenceOfIssue(issue).code])).toEqual([
    ['email', 'required'],
    ['email', 'invalid_email'],
    ['password', 'too_short'],
  ]);
  const saidOf = (schema: v.GenericSchema, value: unknown) =>
    (v.safeParse(schema, value).issues ?? []).map((issue) => {
      const { detail, code } = sentenceFor(issue);
      return `${code}: ${detail}`;
    });
  const field = (schema: v.GenericSchema) => v.object({ field: schema });
  expect(saidOf(field(v.string()), {})).toEqual(['required: Value is required']);
  expect(saidOf(field(v.number()), { field: null })).toEqual(['required: Value is required']);
  expect(saidOf(v.string(), 1)).toEqual(['not_text: Enter some text']);
  expect(saidOf(v.number(), 'one')).toEqual(['not_number: Enter a number']);
  expect(saidOf(v.pipe(v.number(), v.integer()), 1.5)).toEqual(['not_whole_number: Enter a whole number']);
  expect(saidOf(v.pipe(v.number(), v.safeInteger()), 1e300)).toEqual(['not_whole_number: Enter a whole number']);
  expect(saidOf(v.pipe(v.number(), v.minValue(1)), 0)).toEqual(['invalid: The value must be at least 1']);
  expect(saidOf(v.pipe(v.number(), v.maxValue(500)), 501)).toEqual(['number_above: At most 500']);
  expect(saidOf(v.pipe(v.string(), v.maxLength(2)), 'abc')).toEqual(['too_long: At most 2 characters']);
  expect(saidOf(v.boolean(), 'yes')).toEqual(['invalid: The value must be true or false']);
  expect(saidOf(v.array(v.string()), 'a')).toEqual(['invalid: The value must be a list']);
  expect(saidOf(v.strictObject({}), 'a')).toEqual(['invalid: The value must be an object']);
  expect(saidOf(v.picklist(['net', 'gross']), 'both')).toEqual(['invalid: The value must be one of: net, gross']);
  expect(saidOf(v.picklist([1, -1]), 0)).toEqual(['invalid: The value must be one of: 1, -1']);
  expect(saidOf(v.literal('available'), 'created')).toEqual(['invalid: The value must be available']);
  expect(saidOf(v.variant('kind', [v.object({ kind: v.literal('row') }), v.object({ kind: v.literal('list') })]), { kind: 'act' })).toEqual(
    ['invalid: The value must be one of: row, list'],
  );
  expect(saidOf(v.pipe(v.string(), v.regex(/^a$/)), 'b')).toEqual(['invalid: The value is not valid']);
  expect(saidOf(v.pipe(v.string(), v.uuid()), 'b')).toEqual(['invalid: The value must be a UUID']);
  expect(saidOf(v.union([v.string(), v.number()]), [])).toEqual(['invalid: The value is not valid']);
  expect(saidOf(v.pipe(v.array(v.string()), v.maxLength(1)), ['a', 'b'])).toEqual(['invalid: The value is not valid']);
});

test('the sentence of a refusal is read from its body', () => {
  const whole = HttpError.of(409, actExists({ number: '3' }), { extra: { current: 1 } }).body;
  expect([whole, sentenceOf(whole)]).toEqual([{ ...actExists({ number: '3' }), current: 1 }, actExists({ number: '3' })]);
  const fields = HttpError.atFields({ name: [required(), tooLong({ count: 200 })], email: [required()] }).body;
  expect(fields).toEqual({
    name: ['Value is required', 'At most 200 characters'],
    email: ['Value is required'],
    codes: { name: [{ code: 'required' }, { code: 'too_long', params: { count: 200 } }], email: [{ code: 'required' }] },
  });
  expect(fieldSentencesOf(fields, ['email', 'team', 'name'])).toEqual({
    email: required(),
    name: {
      detail: 'Value is required. At most 200 characters',
      code: 'both_stopped',
      params: { first: required(), second: tooLong({ count: 200 }) },
    },
  });
  expect(sentenceOf(fields)?.detail).toBe('Value is required. At most 200 characters');
  expect(sentenceOf({ name: ['Old.', 'New'] })?.detail).toBe('Old. New');
});

test('an answer without codes gives the server’s English text', () => {
  expect([{ detail: 'Old' }, { detail: '' }, { name: ['Old', 'too'] }, {}, null, 'no', { count: 1 }].map(sentenceOf)).toEqual([
    { detail: 'Old', code: '' },
    null,
    expect.objectContaining({ detail: 'Old. too' }),
    null,
    null,
    null,
    null,
  ]);
});

const root = join(import.meta.dirname, '../..');
const sourcesIn = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.model|\.d)\.tsx?$/.test(name) && !/^(sentences\/(?!rules)|messages\/compiled\/)/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');
/** The names under which files of the catalogue export sentences. */
const exported = readdirSync(join(root, 'domain/sentences'))
  .filter((name) => !['sentence.ts', 'rules.ts', 'catalogue.ts'].includes(name))
  .flatMap((name) => [...readFileSync(join(root, 'domain/sentences', name), 'utf8').matchAll(/^export const (\w+) = sentence\(/gm)])
  .map(([, name = '']) => name);

test('every sentence of the catalogue is used somewhere', () => {
  const sources = ['domain', 'server', 'src'].map(sourcesIn).join('\n');
  // The database holds the names of statuses and their codes.
  const byCode = ['draft', 'submitted', 'accepted'];
  expect(exported.length).toBeGreaterThan(150);
  expect(
    exported.filter(
      (name) => !byCode.includes(name) && !new RegExp(`\\.${name}\\b|\\b${name}(\\(|\\.code)|\\(${name},|[:=] ${name}\\b`).test(sources),
    ),
  ).toEqual([]);
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(exported.length);
});

test('no refusal uses a sentence outside the catalogue', () => {
  expect(sourcesIn('server').match(/HttpError\.\w+\([^;]*(detail|code): /g)).toBeNull();
});
