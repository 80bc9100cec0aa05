/** Compiles src/messages/*.json into typed functions under src/messages/compiled. */
import { fileURLToPath } from 'node:url';
import { type CompilerOptions, compile } from '@inlang/paraglide-js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The same wherever it is compiled: a difference would make each undo the other's work. */
export const messages = {
  project: path('../src/messages/project.inlang'),
  outdir: path('../src/messages/compiled'),
  // Which language is spoken is asked of the session; nothing is kept in cookies or addresses.
  strategy: ['globalVariable', 'baseLocale'],
  // A module per text: each screen's code brings its own.
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
  // The compiler leaves timers behind that would keep the process for half a minute.
  process.exit();
}
