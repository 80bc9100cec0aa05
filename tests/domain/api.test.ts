import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Day, Moment } from '../../domain/api/days.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { FoundCells, MOST_FOUND } from '../../domain/api/estimateShapes.ts';
import { CompletePercent, DonePercent, IdParameter, WindowQuery } from '../../domain/api/fields.ts';
import { routes } from '../../domain/api/routes.ts';
import { sentenceOfIssue } from '../../domain/sentences/rules.ts';

/** A schema in few words: `{ name?: string maxLength=200 }`. */
function shapeText(json: unknown): string {
  const {
    type,
    properties,
    required = [],
    items,
    anyOf,
    ...rest
  } = json as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };
  const rules = Object.entries(rest)
    .filter(([key]) => !['$schema', 'description'].includes(key))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const fields = Object.entries(properties ?? {}).map(([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeText(of)}`);
  const kind =
    properties !== undefined
      ? `{ ${fields.join(', ')} }`
      : items !== undefined
        ? `list of (${shapeText(items)})`
        : anyOf !== undefined
          ? anyOf.map(shapeText).join(' or ')
          : type;
  return [kind, ...rules].filter((each) => each !== undefined).join(' ');
}

test('the callers, fields and marks of each call are the reviewed ones', async () => {
  const lines = Object.entries<Endpoint>(routes).flatMap(([route, { params, query, body, answer: _, ...marks }]) => [
    `${route} ${Object.entries(marks)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    ...Object.entries({ params, query, body }).flatMap(([name, schema]) =>
      schema === undefined
        ? []
        : [
            `  ${name} ${shapeText(toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], { typeMode: 'input', errorMode: 'ignore' }))}`,
          ],
    ),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('api.txt');
});

test('a call that makes a record answers 201, every other one 200', () => {
  const made = Object.entries<Endpoint>(routes).flatMap(([route, { status = 200 }]) => (status === 200 ? [] : [`${status} ${route}`]));
  expect(made.sort()).toEqual([
    '201 POST /act_rows/:id/comments/',
    '201 POST /acts/:id/answer_link/',
    '201 POST /acts/:id/answer_link/rotate/',
    '201 POST /acts/:id/certificate/',
    '201 POST /acts/:id/share/',
    '201 POST /acts/:id/share/rotate/',
    '201 POST /factors/app/confirm/',
    '201 POST /factors/passkey/confirm/',
    '201 POST /lists/:id/rows/',
    '201 POST /profile/tokens/',
    '201 POST /projects',
    '201 POST /projects/:id/duplicate/',
    '201 POST /projects/:id/moments/',
    '201 POST /projects/:id/versions/',
    '201 POST /register/',
    '201 POST /rows/:id/comments/',
    '201 POST /rows/:id/extras/',
    '201 POST /teams',
    '201 POST /teams/:id/invitations/',
    '201 POST /versions/:id/acts/',
    '201 POST /versions/:id/additional_summary_costs/',
    '201 POST /versions/:id/carry/',
    '201 POST /versions/:id/certificates/',
    '201 POST /versions/:id/lists/',
    '201 POST /versions/:id/rows/duplicate/',
    '201 POST /versions/:id/taxes/',
  ]);
});

test('a search names the first 10 000 rows that contain the text', () => {
  expect([MOST_FOUND, v.getDescription(FoundCells.entries.places)]).toEqual([10_000, expect.stringContaining('first 10000 rows')]);
});

const read = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : sentenceOfIssue(result.issues[0]).code;
};

test('a day exists in the calendar, and so does the day of a moment', () => {
  const days = ['2026-02-28', '2024-02-29', '0001-01-01', '2026-02-31', '2026-13-01', '0000-01-01', '2026-2-1', '28.02.2026'];
  expect(days.map((text) => read(Day, text))).toEqual([
    '2026-02-28',
    '2024-02-29',
    '0001-01-01',
    'no_such_day',
    'not_day',
    'no_such_day',
    'not_day',
    'not_day',
  ]);
  const issuesOf = (schema: v.GenericSchema, text: string) => v.safeParse(schema, text).issues?.map((issue) => sentenceOfIssue(issue).code);
  expect([issuesOf(Day, '31.02.2026'), issuesOf(Moment, '31.02.2026')]).toEqual([['not_day'], ['not_moment']]);
  const moments = [
    '2026-02-28T23:30:00Z',
    '2026-02-28T23:30:00+02:00',
    '2026-02-28 23:30:00Z',
    '2026-02-31T10:00:00Z',
    '0000-01-01T10:00:00Z',
    '2026-02-28',
  ];
  expect(moments.map((text) => read(Moment, text))).toEqual([...moments.slice(0, 3), 'no_such_day', 'no_such_day', 'not_moment']);
  const far = ['0001-01-01T00:00:00+14:00', '2026-01-01T00:00:00+15:00', '2026-01-01T00:00:00-2359', '9999-12-31T23:00:00-02:00'];
  expect(far.map((text) => read(Moment, text))).toEqual(far.map(() => 'not_moment'));
  expect(read(Moment, '2026-01-01T00:00:00+14:00')).toBe('2026-01-01T00:00:00+14:00');
});

test('a percent done has two decimals; a percent to complete to is 0 to 100', () => {
  expect(['12.34', ' 250 ', '-5', '12.345', 'x', 3].map((text) => read(DonePercent, text))).toEqual([
    '12.34',
    '250',
    '-5',
    'percent_too_precise',
    'not_number',
    'not_number',
  ]);
  expect(['0', '100', '100.00', '-0.01', '100.01'].map((text) => read(CompletePercent, text))).toEqual([
    '0',
    '100',
    '100.00',
    'percent_out_of_bounds',
    'percent_out_of_bounds',
  ]);
});

test('ids and windows are accepted as text and as numbers', () => {
  expect(['7', 7, '9007199254740991'].map((id) => read(IdParameter, id))).toEqual([7, 7, Number.MAX_SAFE_INTEGER]);
  for (const no of ['0', '-1', '07', '1.5', '12345678901234567', 'x', ' 7']) expect([no, read(IdParameter, no)]).toEqual([no, 'invalid']);
  const window = v.object(WindowQuery);
  expect([read(window, {}), read(window, { offset: 999_999_999, limit: '500' })]).toEqual([
    { offset: 0, limit: 100 },
    { offset: 999_999_999, limit: 500 },
  ]);
  expect([read(window, { limit: '501' }), read(window, { offset: '1000000000' }), read(window, { limit: '-1' })]).toEqual([
    'number_above',
    'not_whole_number',
    'not_whole_number',
  ]);
});

test('where exactly one field must be set, none and two are refused', () => {
  const { body } = routes['PUT /act_rows/:id/'];
  expect([{ quantity: '2' }, {}, { quantity: '2', percent: '5' }].map((each) => read(body, each))).toEqual([
    { quantity: '2' },
    'send_one_of',
    'send_one_of',
  ]);
  const [issue] = v.safeParse(body, {}).issues ?? [];
  expect(issue && sentenceOfIssue(issue).params).toEqual({ fields: 'quantity, percent' });
});
