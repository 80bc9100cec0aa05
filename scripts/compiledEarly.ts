import type { Plugin } from 'vite';

/** Files whose code is nearly all run before a screen is shown. The sign-in's own file is not among them, because it is needed as soon as it arrives. */
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
