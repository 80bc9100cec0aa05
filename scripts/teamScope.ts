/** Finds queries of teams' records that do not name the team: no row of another team may be found by its id alone. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { childrenOf, isNode, type SyntaxNode } from './syntaxTree.ts';

/** The tables whose type has a team. */
export function teamTables(types: string): ReadonlySet<string> {
  const hasTeam = (members: string) => /\bteam_id: number;/.test(members);
  const shared = [...types.matchAll(/^interface (\w+) \{([\s\S]*?)^\}/gm)].flatMap(([, name = '', members = '']) =>
    hasTeam(members) ? [name] : [],
  );
  const tables = types.matchAll(/^ {2}(\w+): (?:(\w+)\b|\{(?:(.*)\}|\n([\s\S]*?)^ {2}\}))/gm);
  return new Set(
    [...tables].flatMap(([, name = '', type = '', short = '', long = '']) =>
      shared.includes(type) || hasTeam(`${short};`) || hasTeam(long) ? [name] : [],
    ),
  );
}

const UPKEEP = 'removes what is old, for all teams';
const OWN = 'reads or changes what a person has in all teams';
/** Queries that concern more than one team. */
const ACROSS_TEAMS: readonly { readonly path: string; readonly tables: readonly string[]; readonly because: string }[] = [
  { path: 'server/outdated.ts', tables: ['heartbeats'], because: UPKEEP },
  { path: 'server/history/thinning.ts', tables: ['recent_events'], because: UPKEEP },
  { path: 'server/imports/discarded.ts', tables: ['import_lists'], because: UPKEEP },
  { path: 'server/imports/upload.ts', tables: ['imports'], because: UPKEEP },
  { path: 'server/estimates/unpublished.ts', tables: ['versions'], because: UPKEEP },
  { path: 'server/projects/bin.ts', tables: ['projects'], because: `${UPKEEP}; a restored project is read once more under its lock` },
  { path: 'server/administration/people.ts', tables: ['members'], because: 'whoever runs the server sees all teams' },
  {
    path: 'server/ownData/account.ts',
    tables: ['members', 'invitations', 'act_answers', 'moments', 'recent_events', 'project_changes'],
    because: OWN,
  },
  { path: 'server/ownData/windows.ts', tables: ['row_comments', 'extras', 'moments', 'recent_events'], because: OWN },
  { path: 'server/people/addresses.ts', tables: ['invitations'], because: OWN },
  { path: 'server/people/newPasswords.ts', tables: ['members'], because: OWN },
  { path: 'server/rest/seen.ts', tables: ['project_limits'], because: OWN },
  { path: 'server/securityLog/record.ts', tables: ['members'], because: OWN },
  { path: 'server/sharing/links.ts', tables: ['act_links'], because: 'a link is found by its secret' },
  { path: 'server/teams/members.ts', tables: ['members'], because: OWN },
  { path: 'server/teams/invitations.ts', tables: ['invitation_links'], because: 'a link is found by its secret' },
  { path: 'server/certificates/terms.ts', tables: ['project_terms'], because: 'its callers pass the condition' },
];

interface Reference {
  readonly table: string;
  /** How the query calls it; its own name without an alias. */
  readonly alias: string;
}
const KEYWORDS =
  /^(?:where|set|on|order|group|left|right|inner|full|cross|join|limit|for|using|returning|union|except|having|values|natural|and|as|window|offset)$/i;
const referencesIn = (text: string, tables: ReadonlySet<string>): readonly Reference[] =>
  [...text.matchAll(/\b(?:from|join|update|using)\s+(?:only\s+)?(\w+)(?:\s+as)?(?:\s+(\w+))?/gi)].flatMap(([, table = '', alias]) =>
    tables.has(table) ? [{ table, alias: alias === undefined || KEYWORDS.test(alias) ? table : alias }] : [],
  );

/** How often a query compares the team of the table with this alias. */
function comparisonsOf({ table, alias }: Reference, text: string): number {
  const name = alias === table ? String.raw`(?<![\w.])(?:${table}\.)?team_id` : String.raw`\b${alias}\.team_id`;
  const compared = [
    String.raw`${name}\s*(?:=|<>|in\b|is\b)`,
    String.raw`=\s*(?:any\s*\()?${name}\b`,
    String.raw`\(\s*${name}\b[^()]*\)\s*(?:=|in\b)`,
    String.raw`\busing\s*\(\s*team_id\b`,
  ];
  return compared.reduce((count, pattern) => count + [...text.matchAll(new RegExp(pattern, 'gi'))].length, 0);
}

interface Finding {
  readonly line: number;
  readonly table: string;
}

/** The queries in a file that read or write a team's records without its id. */
export function unscoped(path: string, source: string, tables: ReadonlySet<string>): readonly Finding[] {
  const found: Finding[] = [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const sourceOf = ({ start, end }: SyntaxNode) => source.slice(start, end);

  /** Pieces of SQL that the file names, to be read where a query has them. */
  const pieces = new Map<string, string>();
  /** The SQL of a template, with the named pieces in it; `$` for other values. */
  function textOf(node: SyntaxNode): string {
    const { quasis, expressions } = node.quasi as { readonly quasis: readonly SyntaxNode[]; readonly expressions: readonly SyntaxNode[] };
    const values = expressions.map((each) => pieces.get(sourceOf(each)) ?? '$');
    return quasis
      .map((each, at) => `${sourceOf(each)} ${values[at] ?? ''} `)
      .join('')
      .replaceAll(/--.*/g, '');
  }
  function judgeSql(node: SyntaxNode): void {
    const text = textOf(node);
    const references = referencesIn(text, tables);
    for (const { table, alias } of references) {
      const alike = references.filter((each) => each.alias === alias).length;
      if (comparisonsOf({ table, alias }, text) < alike) found.push({ line: lineOf(node.start), table });
    }
  }

  /** A call of `selectFrom` and its like, with the calls that follow it in the chain. */
  function judgeChain(begin: SyntaxNode, parents: readonly SyntaxNode[]): void {
    const named = (text: string) => /'(\w+)(?: as (\w+))?'/g.exec(text) ?? [];
    const calls: { readonly method: string; readonly given: string }[] = [];
    let last = begin;
    for (const parent of parents.toReversed()) {
      if (parent.type === 'CallExpression' && parent.callee === last)
        calls.push({ method: sourceOf((last as { property?: SyntaxNode }).property ?? last), given: source.slice(last.end, parent.end) });
      else if (parent.type !== 'MemberExpression') break;
      last = parent;
    }
    const given = (method: RegExp) => calls.filter((call) => method.test(call.method)).map((call) => call.given);
    const where = given(/^where/).join(' ');
    const joins = given(/join$/i);
    const judge = (text: string, conditions: string) => {
      const [, table = '', alias = table] = named(text);
      const name = new RegExp(alias === table ? `(?:${table}\\.|['(])team_id\\b` : `\\b${alias}\\.team_id\\b`);
      const isJoined = joins.some((join) => join.includes(`'${alias}.team_id'`)) && /\.team_id\b/.test(where);
      // A name that is computed may be that of any table.
      const isOfTeams = table === '' || tables.has(table);
      if (isOfTeams && !name.test(conditions) && !isJoined) found.push({ line: lineOf(begin.start), table });
    };
    judge(source.slice((begin.callee as SyntaxNode).end, begin.end), where);
    for (const other of given(/^from$/)) judge(other, where);
    for (const join of joins) if (tables.has(named(join)[1] ?? '')) judge(join, join);
  }

  const isSql = (node: unknown): node is SyntaxNode =>
    isNode(node) && node.type === 'TaggedTemplateExpression' && /^sql\b/.test(sourceOf(node.tag as SyntaxNode));
  const parents: SyntaxNode[] = [];
  function walk(node: SyntaxNode): void {
    if (node.type === 'VariableDeclarator' && isSql(node.init)) pieces.set(sourceOf(node.id as SyntaxNode), textOf(node.init));
    if (isSql(node)) judgeSql(node);
    if (node.type === 'CallExpression' && /\.(?:selectFrom|updateTable|deleteFrom)$/.test(sourceOf(node.callee as SyntaxNode)))
      judgeChain(node, parents);
    parents.push(node);
    for (const child of childrenOf(node)) walk(child);
    parents.pop();
  }
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  walk(program as unknown as SyntaxNode);
  return found;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const tables = teamTables(globSync('server/db/*ables.ts', { cwd: root }).map(read).join('\n'));
  const paths = globSync('server/**/*.ts', { cwd: root }).sort();
  const found = paths.flatMap((path) => unscoped(path, read(path), tables).map((each) => ({ path, ...each })));
  const isKnown = (each: { readonly path: string; readonly table: string }) => (known: (typeof ACROSS_TEAMS)[number]) =>
    known.path === each.path && known.tables.includes(each.table);
  const faults = [
    ...found
      .filter((each) => !ACROSS_TEAMS.some(isKnown(each)))
      .map(
        ({ path, line, table }) =>
          `${path}:${line} finds ${table} without the team: compare team_id, or name the file and the reason in scripts/teamScope.ts`,
      ),
    ...ACROSS_TEAMS.flatMap(({ path, tables: named }) =>
      named
        .filter((table) => !found.some((each) => each.path === path && each.table === table))
        .map((table) => `${path} is named for ${table} in scripts/teamScope.ts without need`),
    ),
  ];
  for (const fault of faults) console.log(fault);
  console.log(`${paths.length} files, ${tables.size} tables of teams: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
