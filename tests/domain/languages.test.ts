import { expect, test } from 'vitest';
import { preferredLanguage } from '../../domain/languages.ts';

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['LV-lv'], 'lv'],
  [['fr-FR', 'lv', 'de'], 'lv'],
  [['fr', 'et'], 'en'],
  [[], 'en'],
  [['den'], 'en'],
])('a browser that prefers %j is answered in %s', (wished, spoken) => expect(preferredLanguage(wished)).toBe(spoken));
