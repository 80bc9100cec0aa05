import { useCallback } from 'react';
import type { Language } from '../../../domain/languages.ts';
import { m } from '../../messages/messages.ts';
import { useScreens } from '../screens.tsx';

/** Names of the options in the account menu. */
export const LANGUAGE_NAMES = { en: m.language_en, lv: m.language_lv, de: m.language_de } as const;
export const THEME_NAMES = { system: m.theme_system, light: m.theme_light, dark: m.theme_dark } as const;

/** Saves the language in the person's profile. */
export function useChooseLanguage(): (language: Language) => void {
  const { languageChoice } = useScreens();
  return useCallback((language) => languageChoice.send({ type: 'language.chosen', language }), [languageChoice]);
}
