import styles from './Icon.module.css';
import drawings from './icons.svg?no-inline';

/** The drawings of icons.svg. */
export const ICONS = [
  'sidebar',
  'plus',
  'folder',
  'people',
  'download',
  'undo',
  'redo',
  'search',
  'upload',
  'chevronUp',
  'chevronDown',
  'chevronLeft',
  'chevronRight',
  'calendar',
  'link',
  'trash',
  'alert',
  'check',
  'cross',
  'copy',
  'lock',
  'table',
  'clock',
  'comment',
  'more',
  'swap',
  'printer',
] as const;
export type IconName = (typeof ICONS)[number];

/** A line drawing of 16 px in the colour of its text. Words beside it carry the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

/** The product's mark, 20 px unless its container sets a size. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="#2459d6" />
      <path d="M5 13.5h10M5 10h6.5M5 6.5h3.5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
