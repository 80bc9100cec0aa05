import { expect, test } from 'vitest';
import { longestWord } from '../../domain/likeness.ts';

test('rows are sought by the longest word of a name, the first of several', () => {
  expect(['Wall, of brick', 'Clay roof tile', '–', ''].map(longestWord)).toEqual(['brick', 'clay', '', '']);
});
