import type { Plugin } from 'vite';

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes letters beyond ASCII as escapes. A browser stores a script with a single such letter in two bytes per letter, and takes longer to decode, parse and
 * compile it.
 */
export const plainLetters: Plugin = {
  name: 'plain-letters',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !/[^\0-\x7f]/.test(file.code)) continue;
        // A raw text would show the escape.
        if (/\bString\.raw\b/.test(file.code)) this.error(`${file.fileName} has raw texts`);
        file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
      }
    },
  },
};
