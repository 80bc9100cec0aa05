import { expect, test } from 'vitest';
import { longestWord } from '../../domain/likeness.ts';

test('rows are searched by the longest word of a name, the first one when several are equally long', () => {
  expect(['Wall, of brick', 'Clay roof tile', '–', ''].map(longestWord)).toEqual(['brick', 'clay', '', '']);
});
