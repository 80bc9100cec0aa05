/** Draws the mutants of a source file: copies of its text that differ by one mistake a person might make. */
import { parseSync } from 'vite';
import { childrenOf, isNode, type SyntaxNode } from '../syntaxTree.ts';

export interface SourceMutant {
  /** From the root of the project, with forward slashes. */
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  /** The text from `start` to `end` is replaced. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  /** The innermost function around it, counted from the start of the file; -1 outside of all. */
  readonly inFunction: number;
}

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];
/** Syntax of types that has an expression in it; all other TypeScript syntax is erased. */
const AROUND_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
/** Calls in a chain that can be left out: `a.b().where(…)` becomes `a.b()`. */
const PARTS_OF_CHAINS = ['where', 'whereRef', 'on', 'onRef', 'having', 'forUpdate', 'forShare', 'orderBy', 'limit', 'offset', 'filter'];
const STEPS_OF_CHAINS = [
  'toSorted',
  'toReversed',
  'trim',
  'toLowerCase',
  'normalize',
  'slice',
  'returning',
  'skipLocked',
  'unref',
  'catch',
];
const OTHER_METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  floor: 'ceil',
  ceil: 'floor',
};
/** Parts of SQL that can be left out. */
const PARTS_OF_SQL: readonly RegExp[] = [
  /\s*\bfor (?:no key )?(?:update|share)\b(?: of \w+)?/gi,
  /\bdistinct\b/gi,
  /\s+(?:and|or)\s+[\w.]+\s*(?:=|<>|<=|>=|<|>)\s*[\w.']+/gi,
  /\s+and\s+[\w.]+ is (?:not )?null/gi,
  /\s+limit\s+\d+/gi,
  /\bpg_(?:try_)?advisory_xact_lock\w*/gi,
];
/** Calls whose effect is not part of any promised behaviour. */
const UNPROMISED = /^(?:console\.|performance\.|super\()/;

/** Calls whose texts are data, or names that only have to differ: those of the machines of dialogs and forms. */
const NOT_READ = ['picklist', 'dialog', 'form'];

interface Drawing {
  readonly mutants: readonly SourceMutant[];
  /** Where each function's body begins and ends, in the order of `inFunction`. */
  readonly functions: readonly { readonly start: number; readonly end: number; readonly isExpression: boolean }[];
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'MemberExpression' && node.computed === false) return nameOf(node.property);
  return '';
};

/** Whether a node is in an event handler: in a view only handlers are mutated, because the rest is its appearance. */
const isHandler = (parents: readonly SyntaxNode[]): boolean =>
  parents.some((node, at) => {
    if (!FUNCTIONS.includes(node.type)) return false;
    const around = parents.slice(0, at).reverse();
    const [holder, beyond] = around;
    if (holder?.type === 'JSXExpressionContainer' && beyond?.type === 'JSXAttribute') return /^on[A-Z]/.test(nameOf(beyond.name));
    if (holder?.type === 'Property') return /^on[A-Z]/.test(nameOf(holder.key));
    if (holder?.type === 'CallExpression')
      return /^(?:useEffect|useLayoutEffect|useCallback|addEventListener|on|subscribe)$/.test(nameOf(holder.callee));
    return holder?.type === 'VariableDeclarator' && at > 0 && around.some(({ type }) => FUNCTIONS.includes(type));
  });

/** One file while its mutants are drawn. */
interface Drawn {
  readonly text: string;
  /** The nodes around the current one, the outermost first. */
  readonly parents: readonly SyntaxNode[];
  readonly sourceOf: (node: SyntaxNode) => string;
  /** Notes that this piece of the text may be replaced. */
  readonly add: (kind: string, piece: { readonly start: number; readonly end: number }, after: string) => void;
}

function drawFromCall(node: SyntaxNode, { add, sourceOf }: Drawn): void {
  const callee = node.callee as SyntaxNode;
  if (callee.type !== 'MemberExpression') return;
  const method = nameOf(callee);
  const object = callee.object as SyntaxNode;
  const listed = node.arguments as readonly SyntaxNode[];
  // Schemas have methods of these names too, with other meanings.
  if ((PARTS_OF_CHAINS.includes(method) || STEPS_OF_CHAINS.includes(method)) && !/^v$/.test(sourceOf(object)))
    add(`.${method} left out`, { start: object.end, end: node.end }, '');
  const other = Object.hasOwn(OTHER_METHODS, method) ? OTHER_METHODS[method] : undefined;
  if (other !== undefined && listed.length > 0) add(`.${method} for .${other}`, callee.property as SyntaxNode, other);
  if (method === 'set' && listed[0]?.type === 'ObjectExpression') {
    for (const property of listed[0].properties as readonly SyntaxNode[]) add('a column left unset', property, '...{}');
  }
}

/** How mutants are drawn from a node, by its type. */
const DRAW: Readonly<Record<string, (node: SyntaxNode, drawn: Drawn) => void>> = {
  BinaryExpression(node, { add, text }) {
    const operator = String(node.operator);
    const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode];
    const by = OPERATORS[operator];
    const isOfText = [left, right].some(
      ({ type, value }) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string'),
    );
    if (operator === '+' && !isOfText)
      add('+ for -', { start: left.end, end: right.start }, text.slice(left.end, right.start).replace('+', '-'));
    if (by !== undefined)
      add(`${operator} for ${by}`, { start: left.end, end: right.start }, text.slice(left.end, right.start).replace(operator, by));
  },
  LogicalExpression(node, { add, sourceOf }) {
    const operator = String(node.operator);
    const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode];
    if (operator === '??') add('no ??', { start: left.end, end: node.end }, '');
    const by = OPERATORS[operator];
    // Both sides are put in parentheses, which the language requires beside ??.
    if (by !== undefined) add(`${operator} for ${by}`, node, `((${sourceOf(left)}) ${by} (${sourceOf(right)}))`);
  },
  UnaryExpression(node, { add, sourceOf }) {
    if (node.operator === '!') add('no !', node, sourceOf(node.argument as SyntaxNode));
  },
  IfStatement(node, { add }) {
    add('a condition always true', node.test as SyntaxNode, 'true');
    add('a condition always false', node.test as SyntaxNode, 'false');
  },
  ConditionalExpression(node, { add }) {
    add('a condition always true', node.test as SyntaxNode, 'true');
    add('a condition always false', node.test as SyntaxNode, 'false');
  },
  ExpressionStatement(node, { add, sourceOf }) {
    const expression = node.expression as SyntaxNode;
    const call = (
      expression.type === 'AwaitExpression' ? expression.argument : expression.type === 'UnaryExpression' ? expression.argument : expression
    ) as SyntaxNode;
    if (call.type === 'CallExpression' && !UNPROMISED.test(sourceOf(call))) add('a call left out', node, ';');
    if (expression.type === 'AssignmentExpression') add('an assignment left out', node, ';');
  },
  ArrowFunctionExpression(node, { add, parents }) {
    const body = node.body as SyntaxNode;
    const call = (body.type === 'AwaitExpression' ? body.argument : body) as SyntaxNode;
    const holder = parents.at(-1);
    const isAttribute = holder?.type === 'JSXExpressionContainer';
    if (call.type === 'CallExpression' && isAttribute) add('a call left out', body, 'undefined');
    if (body.type === 'UnaryExpression' && body.operator === 'void') add('a call left out', body, 'undefined');
  },
  ReturnStatement(node, { add, sourceOf }) {
    const returned = node.argument as SyntaxNode | null;
    if (returned === null || !FUNCTIONS.includes(returned.type) || (returned.params as readonly unknown[]).length > 0) return;
    if (!/^\(\) => \{\s*\}$/.test(sourceOf(returned))) add('no end', returned, '() => undefined');
  },
  CallExpression: drawFromCall,
  ThrowStatement(node, { add }) {
    add('a refusal left out', node, ';');
  },
  Literal(node, { add, parents }) {
    const { value } = node;
    const holder = parents.at(-1);
    if (typeof value === 'number') add('another number', node, value === 0 ? '1' : value === 1 ? '0' : String(value + 1));
    if (typeof value === 'boolean') add('the opposite', node, String(!value));
    if (typeof value !== 'string') return;
    // Only texts that code compares or passes on are changed: lists of words are data, sentences and styles are for people.
    const isRead =
      holder?.type === 'BinaryExpression' ||
      (holder?.type === 'CallExpression' && !NOT_READ.includes(nameOf(holder.callee))) ||
      (holder?.type === 'Property' && holder.value === node && ['code', 'kind', 'type', 'role', 'method'].includes(nameOf(holder.key)));
    if (isRead && !/\s/.test(value) && value.length > 1) add('another text', node, `'${value.replaceAll(/[\\'\n\r]/g, '')}~'`);
  },
  TemplateElement(node, { add, text }) {
    const sql = text.slice(node.start, node.end);
    for (const part of PARTS_OF_SQL) {
      for (const { index, 0: found } of sql.matchAll(part)) {
        const by = /advisory/i.test(found) ? 'hashtext' : '';
        add(`sql without${found.replaceAll(/\s+/g, ' ')}`, { start: node.start + index, end: node.start + index + found.length }, by);
      }
    }
  },
};

export function drawFrom(path: string, text: string): Drawing {
  const isView = /^src\/(?:views|ui)\//.test(path);
  const mutants: SourceMutant[] = [];
  const functions: { start: number; end: number; isExpression: boolean }[] = [];
  const lines = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (at: number) => 1 + lines.filter((end) => end < at).length;
  const parents: SyntaxNode[] = [];
  let inFunction = -1;

  const add = (kind: string, { start, end }: { readonly start: number; readonly end: number }, after: string) => {
    if (isView && !isHandler(parents)) return;
    const before = text.slice(start, end);
    if (before !== after) mutants.push({ path, line: lineOf(start), kind, start, end, before, after, inFunction });
  };
  const drawn: Drawn = { text, parents, sourceOf: ({ start, end }) => text.slice(start, end), add };

  function walk(node: SyntaxNode): void {
    if (node.type.startsWith('TS') && !AROUND_EXPRESSIONS.includes(node.type)) return;
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
    // Metadata that only tests read is not mutated.
    if (node.type === 'Property' && ['meta', 'spec', 'systemId'].includes(nameOf(node.key))) return;
    const outer = inFunction;
    DRAW[node.type]?.(node, drawn);
    if (FUNCTIONS.includes(node.type) && isNode(node.body)) {
      inFunction = functions.length;
      functions.push({ start: node.body.start, end: node.body.end, isExpression: node.body.type !== 'BlockStatement' });
    }
    parents.push(node);
    for (const child of childrenOf(node)) walk(child);
    parents.pop();
    inFunction = outer;
  }
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  walk(program as unknown as SyntaxNode);
  return { mutants, functions };
}

export const mutated = (text: string, { start, end, after }: Pick<SourceMutant, 'start' | 'end' | 'after'>): string =>
  text.slice(0, start) + after + text.slice(end);

/** The same text, noting in a set of the whole process which of its functions are called, and as -1 that it is loaded. */
export function instrumented(path: string, text: string): string {
  const noteOf = (at: number) => `globalThis.reachedFunctions?.add('${path}#${at}')`;
  const marks = drawFrom(path, text).functions.flatMap(({ start, end, isExpression }, at) => {
    const note = noteOf(at);
    return isExpression
      ? [
          { at: start, text: `(${note}, ` },
          { at: end, text: ')' },
        ]
      : [{ at: start + 1, text: `${note};` }];
  });
  return marks
    .map((mark, order) => ({ ...mark, order }))
    .sort((one, other) => other.at - one.at || (one.text === ')' ? -1 : 1) || one.order - other.order)
    .reduce((code, { at, text: mark }) => code.slice(0, at) + mark + code.slice(at), `${text}\n${noteOf(-1)};\n`);
}
