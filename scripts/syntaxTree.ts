/** The syntax trees that Vite's parser makes, as the programs that read the source walk them. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string' && 'start' in value;

export const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'type' || key === 'parent' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  );
