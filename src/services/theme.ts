import { attempt } from './deviceStorage.ts';

const THEME = 'actum.theme';

/** The theme as written in storage and in the root element's `color-scheme`. */
type StoredTheme = 'system' | 'light' | 'dark';

const themeIn = (text: string | null): StoredTheme => (text === 'light' || text === 'dark' ? text : 'system');

/** The theme of this device between page loads and in its other tabs. A browser without storage follows the system. */
export const themeStorage = {
  read: (): StoredTheme => themeIn(attempt(() => localStorage.getItem(THEME))),
  write(theme: StoredTheme): void {
    attempt(() => (theme === 'system' ? localStorage.removeItem(THEME) : localStorage.setItem(THEME, theme)));
  },
  listen(listener: (theme: StoredTheme) => void): void {
    addEventListener('storage', ({ key, newValue }) => {
      if (key === THEME || key === null) listener(themeIn(newValue));
    });
  },
};

/** Every colour is a light-dark() pair, so the root's `color-scheme` decides them all. */
export function applyTheme(theme: StoredTheme): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}
