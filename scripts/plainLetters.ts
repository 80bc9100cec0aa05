import type { Plugin } from 'vite';

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes letters beyond ASCII as escapes. A script with a single such letter is kept with two bytes a letter, which takes a browser longer to decode, to
 * read and to compile.
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
