/** Finds texts for people that are not translated: in the code of the screens, and between the files of the languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { CATALOGUE } from '../domain/sentences/catalogue.ts';
import type { CatalogueEntry } from '../domain/sentences/sentence.ts';
import { isNode, type SyntaxNode } from './syntaxTree.ts';

interface Finding {
  readonly line: number;
  readonly text: string;
}

/** The same in every language. */
const NAMES: readonly string[] = ['Actum'];
const READ_PROPS =
  /^(title|label|aria-label|aria-description|placeholder|alt|lead|note|header|heading|group|description|action|sentence|words|\w+Label)$/;
const UNREAD_PROPS = /^(className|d|viewBox|style|aria-keyshortcuts)$/;
const looksWritten = (text: string) => /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}\s+\p{L}/u.test(text);
const hasLetters = (text: string) => /\p{L}/u.test(text);

const nodesIn = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');
const COMPARISONS: readonly unknown[] = ['===', '!==', '==', '!=', 'in'];

/** A node of code, and whether a text in it is shown or read out. */
interface Place {
  readonly node: SyntaxNode;
  readonly isRead: boolean;
}
const places = (isRead: boolean, ...parts: readonly unknown[]): readonly Place[] =>
  parts.flatMap(nodesIn).map((node) => ({ node, isRead }));

function partsOf({ node, isRead }: Place): readonly Place[] {
  switch (node.type) {
    case 'JSXElement':
      return [...places(false, node.openingElement), ...places(true, node.children)];
    case 'JSXFragment':
      return places(true, node.children);
    case 'JSXAttribute':
      return UNREAD_PROPS.test(nameOf(node.name)) ? [] : places(READ_PROPS.test(nameOf(node.name)), node.value);
    case 'Property':
      return places(READ_PROPS.test(nameOf(node.key)), node.value);
    case 'TemplateLiteral':
      return places(false, node.expressions);
    case 'ConditionalExpression':
      return [...places(false, node.test), ...places(isRead, node.consequent, node.alternate)];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return places(isRead, node.expression);
    case 'LogicalExpression':
      return places(isRead, node.left, node.right);
    case 'BinaryExpression':
      return COMPARISONS.includes(node.operator) ? [] : places(isRead, node.left, node.right);
    case 'SwitchCase':
      return places(false, node.consequent);
    case 'MemberExpression':
      return places(false, node.object);
    case 'NewExpression':
      return nameOf(node.callee).endsWith('Error') ? [] : places(false, node.arguments);
    case 'ClassDeclaration':
      return nameOf(node.superClass).endsWith('Error') ? [] : places(false, node.body);
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return [];
    case 'ExportNamedDeclaration':
      return places(false, node.declaration);
    default:
      return node.type.startsWith('TS') ? [] : places(false, ...Object.values(node));
  }
}

const textsOf = (node: SyntaxNode): readonly { readonly text: string; readonly start: number }[] =>
  node.type === 'TemplateLiteral'
    ? nodesIn(node.quasis).map(({ value, start }) => ({ text: (value as { readonly cooked: string }).cooked, start }))
    : typeof node.value === 'string' && (node.type === 'Literal' || node.type === 'JSXText')
      ? [{ text: node.value, start: node.start }]
      : [];

/** Literals of a file that are shown, or that look like prose. */
export function untranslated(path: string, source: string): readonly Finding[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const lineAt = (start: number) => source.slice(0, start).split('\n').length;
  const findingsIn = (place: Place): readonly Finding[] => [
    ...textsOf(place.node).flatMap(({ text, start }) => {
      const shown = text.replace(/\s+/g, ' ').trim();
      const isFound = !NAMES.includes(shown) && (place.isRead ? hasLetters(shown) : looksWritten(shown));
      return isFound ? [{ line: lineAt(start + text.length - text.trimStart().length), text: shown }] : [];
    }),
    ...partsOf(place).flatMap(findingsIn),
  ];
  return findingsIn({ node: program as unknown as SyntaxNode, isRead: false });
}

type Texts = Readonly<Record<string, unknown>>;
/** The placeholders of a text: "{count}, {title}", whatever its plural forms. */
const placeholders = (message: unknown): string =>
  [...new Set(JSON.stringify(message ?? '').match(/(?<=\{)\w+(?=\})/g) ?? [])].sort().join(', ');

/** "one, other": the plural forms of a text with a count; empty for other texts. */
const pluralForms = (message: unknown): string =>
  [...new Set(JSON.stringify(message ?? '').match(/(?<="plural=)\w+/g) ?? [])].sort().join(', ');
const pluralRules = (language: string): string => new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join(', ');

/** The keys and placeholders in which languages differ, missing plural forms, and unused texts. */
export function disagreements(languages: Readonly<Record<string, Texts>>, sources: readonly string[]): readonly string[] {
  const keys = [...new Set(Object.values(languages).flatMap(Object.keys))];
  const used = new Set(sources.flatMap((source) => source.match(/(?<=\bm\.)\w+/g) ?? []));
  const [[, base = {}] = []] = Object.entries(languages);
  return keys.flatMap((key) => [
    ...Object.entries(languages).flatMap(([language, texts]) => {
      if (!(key in texts)) return [`${language}.json has no ${key}`];
      const [here, there] = [placeholders(texts[key]), placeholders(base[key])];
      const [forms, rules] = [pluralForms(texts[key]), pluralRules(language)];
      return [
        ...(key in base && here !== there ? [`${language}.json: ${key} takes {${here}} instead of {${there}}`] : []),
        ...(forms !== '' && forms !== rules ? [`${language}.json: ${key} has the plural forms ${forms} instead of ${rules}`] : []),
      ];
    }),
    ...(used.has(key) || key.startsWith('sentence_') ? [] : [`${key} is shown nowhere`]),
  ]);
}

/** The English of a text: its one form, or its plural forms. */
const formsOf = (text: unknown): readonly unknown[] =>
  Array.isArray(text) ? Object.values((text[0] as { readonly match: object }).match) : [text];

/** The differences between the English texts and the catalogue of sentences: each sentence has a text under its code with the same words. */
export function uncatalogued(
  english: Texts,
  catalogue: readonly Pick<CatalogueEntry, 'code' | 'template' | 'singular'>[] = CATALOGUE,
): readonly string[] {
  const keys = new Map(catalogue.map((entry) => [`sentence_${entry.code.toLowerCase()}`, entry]));
  return [
    ...(keys.size === catalogue.length ? [] : ['Two sentences have codes that differ only in case']),
    ...[...keys].flatMap(([key, { template, singular }]) => {
      const due = singular === null ? [template] : [singular, template];
      return JSON.stringify(formsOf(english[key])) === JSON.stringify(due) ? [] : [`en.json: ${key} is not “${due.join('” and “')}”`];
    }),
    ...Object.keys(english).flatMap((key) => (key.startsWith('sentence_') && !keys.has(key) ? [`${key} is not in the catalogue`] : [])),
  ];
}

const root = join(import.meta.dirname, '..');
const filesUnder = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.startsWith('messages/compiled'))
    .sort()
    .map((name) => join(folder, name));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

if (import.meta.main) {
  // The specimens of the components page are for developers.
  const screens = ['src/views', 'src/ui']
    .flatMap((folder) => filesUnder(folder, /\.tsx?$/))
    .filter((path) => !path.startsWith('src/views/components/'));
  const problems = screens.flatMap((path) =>
    untranslated(path, read(path)).map(({ line, text }) => `${path}:${line} “${text}” is not a message`),
  );
  const languages = readdirSync(join(root, 'src/messages')).filter((name) => name.endsWith('.json'));
  const base = ['en.json', ...languages.filter((name) => name !== 'en.json')];
  const texts = Object.fromEntries(base.map((name) => [name.slice(0, -5), JSON.parse(read(`src/messages/${name}`)) as Texts]));
  problems.push(...disagreements(texts, filesUnder('src', /\.tsx?$/).map(read)));
  problems.push(...uncatalogued(texts.en ?? {}));
  for (const problem of problems) console.error(problem);
  console.log(`${screens.length} files of screens, ${base.length} languages: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
