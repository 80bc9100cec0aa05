/** Compiles src/messages/*.json into typed functions under src/messages/compiled. */
import { fileURLToPath } from 'node:url';
import { type CompilerOptions, compile } from '@inlang/paraglide-js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The options are the same wherever the messages are compiled, because two compilers with different options would overwrite each other's output. */
export const messages = {
  project: path('../src/messages/project.inlang'),
  outdir: path('../src/messages/compiled'),
  // The session knows the language, so cookies and addresses do not hold it.
  strategy: ['globalVariable', 'baseLocale'],
  // One module for each text, so that a chunk contains only its own texts.
  outputStructure: 'message-modules',
  isServer: 'false',
  emitTsDeclarations: true,
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  disableAsyncLocalStorage: true,
} satisfies CompilerOptions;

if (import.meta.main) {
  await compile(messages);
  // The compiler leaves timers behind that would keep the process running for half a minute.
  process.exit();
}
