import type { Language } from '../../../domain/languages.ts';
import { m } from '../../messages/messages.ts';

/** Names of the options in the account menu. */
export const LANGUAGE_NAMES = { en: m.language_en, lv: m.language_lv, de: m.language_de } as const satisfies Readonly<
  Record<Language, () => string>
>;
export const THEME_NAMES = { system: m.theme_system, light: m.theme_light, dark: m.theme_dark } as const;
