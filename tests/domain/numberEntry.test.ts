import { describe, expect, test } from 'vitest';
import { isPartOfNumber, pastedInto, problemIn, typedInto } from '../../domain/numberEntry.ts';

const ENGLISH = { mark: '.', takesFormulas: true } as const;
const GERMAN = { mark: ',', takesFormulas: true } as const;
const PLAIN = { mark: '.', takesFormulas: false } as const;
const at = (before: string, behind = '') => ({ before, behind });
const outcome = (inserted: ReturnType<typeof typedInto>) => ('put' in inserted ? inserted.put : inserted.problem.code);

describe('a key', () => {
  test.each([
    ['7', '7'],
    ['-', '-'],
    ['−', '-'],
    [',', '.'],
    ['.', '.'],
    ['e', 'number_keys_or_formula'],
    [' ', 'number_keys_or_formula'],
    ['+', 'number_keys_or_formula'],
    ['€', 'number_keys_or_formula'],
  ])('%s of a number gives %s', (key, put) => expect(outcome(typedInto(at('12'), key, ENGLISH))).toBe(put));

  test('for a decimal mark gives the decimal mark of the screen', () => {
    expect(['.', ','].map((key) => outcome(typedInto(at('12'), key, GERMAN)))).toEqual([',', ',']);
  });

  test('for a sign of a formula is taken; "=" is taken only at the beginning, and only where formulas are allowed', () => {
    expect(outcome(typedInto(at(''), '=', ENGLISH))).toBe('=');
    expect(outcome(typedInto(at('', '12'), '=', ENGLISH))).toBe('=');
    expect(outcome(typedInto(at('  '), '=', ENGLISH))).toBe('=');
    expect(outcome(typedInto(at('12'), '=', ENGLISH))).toBe('number_keys_or_formula');
    expect(outcome(typedInto(at(''), '=', PLAIN))).toBe('number_keys');
    expect(['*', '×', '÷', '(', '%', ' ', ','].map((key) => outcome(typedInto(at('=12'), key, ENGLISH)))).toEqual([
      '*',
      '×',
      '÷',
      '(',
      '%',
      ' ',
      '.',
    ]);
    expect(['=', 'A', ':', '^'].map((key) => outcome(typedInto(at('=12'), key, ENGLISH)))).toEqual(
      Array.from({ length: 4 }, () => 'formula_unreadable'),
    );
  });

  test('that is not taken may still continue a typed number, or open it as a bracket', () => {
    expect([isPartOfNumber(at('1'), 'e'), isPartOfNumber(at(''), '€'), isPartOfNumber(at(''), '(')]).toEqual([true, false, true]);
  });
});

describe('a pasted text', () => {
  test.each([
    ['1 240,50', '1240.50'],
    ['1.240,50', '1240.50'],
    ['1,240.50', '1240.50'],
    ['€ 12', '12'],
    ['(12)', '-12'],
    ['164,44', '164.44'],
    ['1,240', 'number_pasted_ambiguous'],
    ['100\n200', 'number_pasted_cells'],
    ['1\t2', 'number_pasted_cells'],
    ['12 5', 'number_not_pasted'],
    ['12 m', 'number_not_pasted'],
    ['1,5e3', 'number_not_pasted'],
    ['-', 'number_not_pasted'],
    ['', ''],
    ['=12*3,5', '=12*3.5'],
    ['=A1*2', 'formula_unreadable'],
  ])('“%s” into an empty editor gives %s', (text, put) => expect(outcome(pastedInto(at(''), text, ENGLISH))).toBe(put));

  test('is shown with the decimal mark of the screen', () => {
    expect([outcome(pastedInto(at(''), '1240.50', GERMAN)), outcome(pastedInto(at(''), '=1.5*2', GERMAN))]).toEqual(['1240,50', '=1,5*2']);
  });

  test('that was copied here is a plain decimal, whatever it looks like elsewhere', () => {
    expect(outcome(pastedInto(at(''), '1.240', ENGLISH, true))).toBe('1.240');
  });

  test('is pasted into existing text only if the whole is a number', () => {
    expect(outcome(pastedInto(at('1', '5'), '23', ENGLISH))).toBe('23');
    expect(outcome(pastedInto(at('1.5'), '2.5', ENGLISH))).toBe('number_not_pasted');
    expect(outcome(pastedInto(at('=2*'), '3,5', ENGLISH))).toBe('3.5');
    expect(['A', '=3'].map((text) => outcome(pastedInto(at('=2*'), text, ENGLISH)))).toEqual(['formula_unreadable', 'formula_unreadable']);
  });

  test('is not taken as a formula where formulas are not allowed', () => {
    expect(outcome(pastedInto(at(''), '=1+1', PLAIN))).toBe('number_not_pasted');
  });
});

test('letters that reach the field without a key press are found', () => {
  expect([
    problemIn('12m', ENGLISH)?.code,
    problemIn('12,5', GERMAN),
    problemIn('=1+x', ENGLISH)?.code,
    problemIn('=1+2', PLAIN)?.code,
  ]).toEqual(['number_keys_or_formula', null, 'formula_unreadable', 'number_keys']);
});
