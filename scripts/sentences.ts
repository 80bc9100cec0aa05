/** The sentences the server and the rules say in English, which every other language must know. */
import { parseSync } from 'vite';

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const isSentence = (text: string) =>
  /^(?!\d[\d.]* )[^\n=;]*\p{L}[\p{L}’'-]*[ ]\p{L}/u.test(text) && !/\b(as|is null|desc|asc)\b [a-z_]+$/.test(text);
/** Errors for whoever runs the server, what a machine answers for, descriptions of the contract, and SQL. */
const UNTOLD: Readonly<Record<string, (node: Node) => boolean>> = {
  NewExpression: ({ callee }) => isNode(callee) && callee.name === 'Error',
  Property: ({ key }) => isNode(key) && ['meta', 'spec', 'form'].includes(String(key.name)),
  CallExpression: ({ callee }) =>
    isNode(callee) && (callee.name === 'reportError' || (isNode(callee.property) && callee.property.name === 'description')),
  TaggedTemplateExpression: () => true,
  ImportDeclaration: () => true,
  ClassDeclaration: ({ superClass }) => isNode(superClass) && superClass.name === 'Error',
};

const templateOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value.replace(/\{\w+\}/g, '{}');
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
};

/** Sentences that stand in a file, each open place in them as `{}`. */
export function sentencesIn(path: string, source: string): readonly string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`);
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isNode(value) || UNTOLD[value.type]?.(value)) return;
    const template = templateOf(value);
    if (template !== null && isSentence(template)) found.add(template);
    for (const part of Object.values(value)) look(part);
  };
  look(program);
  return [...found];
}

/** What each language lacks, and what it knows that nobody says. */
export function unknownSentences(
  said: ReadonlySet<string>,
  languages: Readonly<Record<string, Readonly<Record<string, string>>>>,
  words: readonly string[],
): readonly string[] {
  const places = (text: string) => text.match(/\{\d?\}/g)?.length ?? 0;
  return Object.entries(languages).flatMap(([language, known]) => [
    ...[...said, ...words].flatMap((sentence) => (sentence in known ? [] : [`${language} does not know “${sentence}”`])),
    ...Object.entries(known).flatMap(([sentence, translation]) => [
      ...(said.has(sentence) || words.includes(sentence) ? [] : [`${language} knows “${sentence}”, which nobody says`]),
      ...(places(sentence) === places(translation) ? [] : [`${language} fills another number of places in “${sentence}”`]),
    ]),
  ]);
}
