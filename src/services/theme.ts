const THEME = 'actum.theme';

/** The theme as written in storage and in the root element's `color-scheme`. */
type StoredTheme = 'system' | 'light' | 'dark';

const themeIn = (text: string | null): StoredTheme => (text === 'light' || text === 'dark' ? text : 'system');

/** The theme of this device between page loads and in its other tabs. A browser without storage follows the system. */
export const themeStorage = {
  read(): StoredTheme {
    try {
      return themeIn(localStorage.getItem(THEME));
    } catch {
      return 'system';
    }
  },
  write(theme: StoredTheme): void {
    try {
      if (theme === 'system') localStorage.removeItem(THEME);
      else localStorage.setItem(THEME, theme);
    } catch {
      return;
    }
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
