import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { routes } from '../../domain/api/routes.ts';
import { SETTINGS } from '../../server/config.ts';

export const root = join(import.meta.dirname, '../..');
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Folders that commands make, or that hold other people's files. */
const LEFT_OUT = ['node_modules', 'dist', 'data', '.git', 'test-results', 'compiled', 'project.inlang'];

/** The files of the repository below a folder, by their paths from the root. */
export function filesIn(folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

const COMMAND = /^npm (?:run )?([\w-]+)(?: |$)/;
const CALL = /^(GET|POST|PUT|PATCH|DELETE) \/\S+$/;
const SETTING = /^([A-Z][A-Z_]{3,})(?:=\S+)?$/;
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;
const NPM_ITSELF = ['ci', 'install', 'exec'];

/** `a/{b,c}.ts` names both of them. */
const spread = (text: string): readonly string[] => {
  const [, before, inner, after] = /^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(text) ?? [];
  return inner?.includes(',') === true ? inner.split(',').map((part) => `${before}${part}${after}`) : [text];
};

function isOneThere(text: string): boolean | null {
  const command = COMMAND.exec(text)?.[1];
  if (command !== undefined) return NPM_ITSELF.includes(command) || Object.hasOwn(scripts, command);
  if (CALL.test(text)) return Object.hasOwn(routes, text);
  const setting = SETTING.exec(text)?.[1];
  if (setting !== undefined) return Object.hasOwn(SETTINGS, setting);
  if (PATH.test(text) && (text.includes('/') || /\.(?:[cm]?[jt]sx?|json|md|sql)$/.test(text))) return existsSync(join(root, text));
  return null;
}

/** Whether a text in backticks names an existing part of this repository; null when it does not name a part of it. */
export function isThere(text: string): boolean | null {
  const each = spread(text).map(isOneThere);
  return each.includes(null) ? null : !each.includes(false);
}

export const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner);

const CODE = /\.(?:[cm]?[jt]sx?|sql|json|css|html)$/;
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;
const PACKAGES = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);

/** The names of all files. */
export const NAMES: ReadonlySet<string> = new Set(filesIn().map((path) => basename(path)));

/** Every word of the code. */
const WORDS: ReadonlySet<string> = new Set(
  filesIn()
    .filter((path) => CODE.test(path) && !path.startsWith('tests/docs/'))
    .flatMap((path) => read(path).match(/[A-Za-z_]\w+/g) ?? []),
);

const RUN = /^(?:\w+=\S+ )*(?:npm|npx|node) /;
const pathsIn = (command: string): readonly string[] =>
  command.split(' ').filter((word) => PATH.test(word) && /\/|\.(?:[cm]?[jt]sx?|md)$/.test(word) && !PACKAGES.has(word.split('/')[0] ?? ''));

/**
 * Whether a text in backticks is there, in a document that speaks of the code: a file, a command with the files it names, a call, or a word of
 * the code. Null when it is none of these.
 */
export function isNamed(text: string): boolean | null {
  if (RUN.test(text)) {
    const bench = /^npm run bench -- (\w+)/.exec(text)?.[1];
    const paths = [...pathsIn(text), ...(bench === undefined ? [] : [`tests/bench/${bench}.ts`])];
    return isThere(text) !== false && paths.every((path) => existsSync(join(root, path)));
  }
  const [first = ''] = text.split(/[/=]/);
  if (PACKAGES.has(text) || PACKAGES.has(first)) return true;
  if (/^(?:\.\w+|(?:application|multipart|text)\/[\w-]+)$/.test(text)) return null;
  if (/^[A-Z][A-Z_]+[/=]/.test(text)) return WORDS.has(first);
  // SQL is written in small letters in the code.
  if (/^[A-Za-z_]\w{2,}(?:\(\))?$/.test(text)) return WORDS.has(text.replace('()', '')) || WORDS.has(text.toLowerCase());
  if (/^[\w.-]+\.(?:[cm]?[jt]sx?|md|sql)$/.test(text)) return NAMES.has(text);
  return isThere(text);
}

/** The headings of a document. */
export const headingsOf = (document: string): readonly string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim());

/** The statements of docs/product.md: their words by their number. */
export const STATEMENTS: ReadonlyMap<string, string> = new Map(
  [...read('docs/product.md').matchAll(/^\*\*(\d+\.\d+) (.+?)\.\*\*/gm)].map(([, number = '', words = '']) => [number, words]),
);
