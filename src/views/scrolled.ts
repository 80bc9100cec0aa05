/** A page that scrolls takes the focus, so that keys can scroll it. */
export const scrolled = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label }) as const;
