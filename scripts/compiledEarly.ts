import type { Plugin } from 'vite';

/** Files of which nearly all is run before the first screen is there. */
const FILES = ['index', 'common'];

/**
 * Has a browser that knows the comment (Chromium does) compile whole files in another thread while they come, and not function by function on the page's
 * own when each is first called.
 */
export const compiledEarly: Plugin = {
  name: 'compiled-early',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && FILES.includes(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};
