import { expect, test } from 'vitest';
import { Refused, restCall, sentenceOfError, Unanswered } from '../../domain/api/call.ts';
import { fieldSentencesOf, sentenceOf } from '../../domain/api/errors.ts';
import { required } from '../../domain/sentences/fields.ts';
import { notFound, serverError, unreachable } from '../../domain/sentences/general.ts';
import { described, sentenceOfCell, valueText } from '../../domain/sentences/sentence.ts';

test('a call has its address, its body if any, and the parts that its route does not name', () => {
  expect(restCall('GET /profile/', {})).toEqual({ kind: 'rest', method: 'GET', path: '/profile/' });
  expect(Object.keys(restCall('GET /profile/', {}))).toEqual(['kind', 'method', 'path']);
  expect(restCall('PUT /lists/:id/', { params: { id: 7 }, body: { title: 'Roof' } }, { revision: 3, key: 'k' })).toEqual({
    kind: 'rest',
    method: 'PUT',
    path: '/lists/7/',
    body: { title: 'Roof' },
    revision: 3,
    key: 'k',
  });
  expect(restCall('GET /lists/:id/rows/', { params: { id: 7 }, query: { offset: 5 } }).path).toBe('/lists/7/rows/?offset=5');
});

test('a refusal has its code, its status and its English sentence', () => {
  const refused = new Refused(404, notFound());
  expect([refused.name, refused.status, refused.message, refused.code]).toEqual(['Refused', 404, notFound().detail, 'not_found']);
  expect([null, 'not JSON', {}, { code: 4 }].map((body) => [new Refused(500, body).message, new Refused(500, body).code])).toEqual(
    Array.from({ length: 4 }, () => ['', null]),
  );
});

test('every failure of a call has a sentence', () => {
  const unanswered = new Unanswered('no network');
  expect([unanswered.name, unanswered.message]).toEqual(['Unanswered', 'no network']);
  expect([unanswered, new Refused(404, notFound()), new Refused(500, '<html>'), new Error('broken'), null].map(sentenceOfError)).toEqual([
    unreachable(),
    notFound(),
    serverError(),
    serverError(),
    serverError(),
  ]);
});

test('a body of another shape than a refusal has no sentences', () => {
  expect([[{ detail: 'In a list' }], { detail: 5 }, { name: [] }, { name: ['a', 1] }, { name: 'a' }].map(sentenceOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([null, 'no', []].map((body) => fieldSentencesOf(body, ['name']))).toEqual([{}, {}, {}]);
});

test('codes that are missing or of another shape leave the English text', () => {
  const english = { detail: 'Value is required', code: '' };
  const codes = [
    undefined,
    null,
    'x',
    { name: 'x' },
    { name: [] },
    { name: [null] },
    { name: [{ code: 1 }] },
    { other: [{ code: 'required' }] },
  ];
  expect(codes.map((each) => fieldSentencesOf({ name: ['Value is required'], codes: each }, ['name']).name)).toEqual(
    codes.map(() => english),
  );
  const withParams = (params: unknown) => sentenceOf({ detail: 'No', code: 'no', params });
  expect([withParams({ count: 1 }), withParams('x'), withParams([1])]).toEqual([
    { detail: 'No', code: 'no', params: { count: 1 } },
    { detail: 'No', code: 'no' },
    { detail: 'No', code: 'no' },
  ]);
});

test('a sentence about a cell travels with its English as its description', () => {
  const sentence = { detail: 'At most 5 characters', code: 'too_long', params: { count: 5 } };
  expect(described(sentence)).toEqual({ description: 'At most 5 characters', code: 'too_long', params: { count: 5 } });
  expect([sentenceOfCell(described(sentence)), sentenceOfCell(described(required()))]).toEqual([sentence, required()]);
  expect(Object.keys(sentenceOfCell(described(required())))).toEqual(['detail', 'code']);
});

test('a value in a sentence is grouped from 10 000 on', () => {
  const shown = [9_999, 10_000, '10000', undefined].map((value) => valueText(value, () => ''));
  expect(shown).toEqual(['9999', '10\u00a0000', '10000', '']);
});
