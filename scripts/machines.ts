/** Writes docs/machines.md: the chart of every machine, and for each of its transitions the statement of docs/product.md that it carries out. */
import { writeFileSync } from 'node:fs';
import { type ChartNode, type ChartTransition, chartOf, eventAndGuard, nodesOf } from '../walking/chart.ts';
import type { AnyModel } from '../walking/modelIn.ts';
import { allModels } from '../walking/models.ts';

export const PAGE = new URL('../docs/machines.md', import.meta.url);

const handle = (id: string) => id.replace(/\W/g, '_');
/** Mermaid ends a label at these. */
const label = (text: string) => text.replace(/[:;#]/g, ' ');

/** States of one machine inside each other; regions of a parallel state lie side by side. */
function states(node: ChartNode, indent: string): readonly string[] {
  const { id, name, type, initial, children } = node;
  if (children.length === 0)
    return [`${indent}state "${name}" as ${handle(id)}`, ...(type === 'final' ? [`${indent}${handle(id)} --> [*]`] : [])];
  const inner = children.map((child) => states(child, `${indent}  `));
  const inside =
    type === 'parallel'
      ? inner.flatMap((lines, index) => (index === 0 ? lines : [`${indent}  --`, ...lines]))
      : [...(initial === null ? [] : [`${indent}  [*] --> ${handle(initial)}`]), ...inner.flat()];
  return [`${indent}state "${name}" as ${handle(id)} {`, ...inside, `${indent}}`];
}

/** One arrow for all transitions with the same source and target. Transitions that stay are in the table only. */
function arrows(transitions: readonly ChartTransition[], root: string): readonly string[] {
  const ways = Map.groupBy(
    transitions.flatMap((transition) =>
      transition.targets.map((target) => ({ transition, way: `${handle(transition.source)} --> ${handle(target)}` })),
    ),
    ({ way }) => way,
  );
  return [...ways].flatMap(([way, those]) =>
    way.startsWith(`${handle(root)} `) || way.endsWith(` ${handle(root)}`)
      ? []
      : [`  ${way}: ${label([...new Set(those.map(({ transition }) => eventAndGuard(transition)))].join(', '))}`],
  );
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function rows(transitions: readonly ChartTransition[], root: string): readonly string[] {
  const short = (id: string) => (id === root ? 'anywhere' : id.slice(root.length + 1));
  return transitions.map(({ source, event, guard, actions, targets, spec }) => {
    const to = targets.length === 0 ? '' : targets.map((target) => (target === root ? 'the start' : short(target))).join(', ');
    return `| ${[short(source), event, guard ?? '', actions.join(', '), to, spec].map(cell).join(' | ')} |`;
  });
}

function chapter({ machine }: AnyModel): string {
  const chart = chartOf(machine);
  const transitions = nodesOf(chart).flatMap((node) => node.transitions);
  const drawn =
    chart.children.length === 0
      ? states(chart, '  ')
      : [...(chart.initial === null ? [] : [`  [*] --> ${handle(chart.initial)}`]), ...inner(chart)];
  return [
    `## ${machine.id}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...drawn,
    ...arrows(transitions, chart.id),
    '```',
    '',
    '| from | event | when | does | to | statement |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows(transitions, chart.id),
    '',
  ].join('\n');
}

/** The machine is the page itself. It is drawn as a state only when its regions are parallel. */
const inner = (chart: ChartNode) =>
  chart.type === 'parallel' ? states(chart, '  ') : chart.children.flatMap((child) => states(child, '  '));

/** The transitions that carry out each statement. */
function statements(models: readonly AnyModel[]): string {
  const answers = models.flatMap(({ machine }) =>
    nodesOf(chartOf(machine)).flatMap(({ transitions }) => transitions.map(({ spec, event }) => ({ spec, event, machine: machine.id }))),
  );
  const byStatement = [...Map.groupBy(answers, ({ spec }) => spec)].sort(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const lines = byStatement.map(([spec, those]) => {
    const machines = [...Map.groupBy(those, ({ machine }) => machine)];
    const carriedOutBy = machines.map(
      ([machine, own]) => `[${machine}](#${machine.toLowerCase()}): ${[...new Set(own.map(({ event }) => event))].join(', ')}`,
    );
    return `| ${cell(spec)} | ${cell(carriedOutBy.join('; '))} |`;
  });
  return ['## The statements, one by one', '', '| statement | carried out by |', '| --- | --- |', ...lines, ''].join('\n');
}

/** The whole page. Its text depends only on the machines. */
export function machinesPage(models: readonly AnyModel[]): string {
  const count = models.flatMap(({ machine }) => nodesOf(chartOf(machine)).flatMap(({ transitions }) => transitions)).length;
  const head = [
    '# The machines',
    '',
    `Generated from src/machines by \`node scripts/machines.ts\`; a test fails when it is stale. ${models.length} machines, ${count} transitions.`,
    'The statements are those of [what the product does](product.md).',
    'A transition without a target changes nothing but what it does; one from anywhere holds in every state of its machine.',
    '',
  ].join('\n');
  return [head, ...models.map(chapter), statements(models)].join('\n');
}

if (import.meta.main) writeFileSync(PAGE, machinesPage(await allModels()));
