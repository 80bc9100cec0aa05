import type { Plugin } from 'vite';

/** Files of which nearly all is run before a screen is there. The sign-in's own is not among them: it is needed as soon as it has come. */
const FILES = ['common'];

/**
 * Has browsers that know the comment (Chromium does) compile whole files in another thread while they arrive. Without it they compile each function on
 * the page's own thread when it is first called.
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
