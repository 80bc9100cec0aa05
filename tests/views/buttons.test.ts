import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

const inside = (node: SyntaxNode): readonly SyntaxNode[] => [node, ...childrenOf(node).flatMap(inside)];
const ANSWERS = /^(?:onClick|onPress|onSelect|onConfirm|onChoose|onSubmit|run)$/;
const nameOf = ({ name, key }: SyntaxNode) => [name, key].flatMap((each) => (isNode(each) ? [String(each.name)] : []))[0] ?? '';

/** The message keys under a node and the handler of its press, from the source of a view. */
function pressed(text: string, node: SyntaxNode): string | null {
  const parts =
    node.type === 'JSXElement'
      ? ((node.openingElement as SyntaxNode).attributes as readonly SyntaxNode[])
      : ((node.properties ?? []) as readonly SyntaxNode[]);
  const answers = parts.filter((part) => ANSWERS.test(nameOf(part)) && isNode(part.value));
  if (answers.length === 0) return null;
  const done = answers.map(({ value }) => text.slice((value as SyntaxNode).start, (value as SyntaxNode).end)).join(' ');
  const beside = inside(node).filter(({ start }) => !answers.some((answer) => answer.start <= start && start < answer.end));
  const texts = beside.flatMap(({ type, object, property }) =>
    type === 'MemberExpression' && isNode(object) && object.name === 'm' && isNode(property) ? [String(property.name)] : [],
  );
  return texts.length === 0 ? null : `  ${texts.join(', ')}: ${done.replaceAll(/\s+/g, ' ')}`;
}

test('the label and the action of every button are the reviewed ones', async () => {
  const lines = globSync('src/views/**/*.{ts,tsx}')
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const buttons = inside(parseSync(path, text).program as unknown as SyntaxNode)
        .filter(({ type }) => type === 'JSXElement' || type === 'ObjectExpression')
        .flatMap((node) => pressed(text, node) ?? []);
      return buttons.length === 0 ? [] : [path, ...buttons];
    });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('buttons.txt');
});
