import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { type ChartNode, eventAndGuard, nodesOf } from '../walking/chart.ts';

interface Box {
  readonly node: ChartNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Arrow {
  readonly key: string;
  readonly points: string;
  readonly spec: string;
  readonly label: { readonly text: string; readonly x: number; readonly y: number };
}
export interface Laid {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly width: number;
  readonly height: number;
}

const LINE = 16;
const elk = new ELK();
const wide = (text: string) => Math.ceil(text.length * 6.6);

/** The lines inside a state: the actors it runs, and the transitions that stay in it. */
export const linesOf = ({
  invokes,
  transitions,
}: ChartNode): readonly { readonly key: string | null; readonly text: string; readonly spec: string }[] => [
  ...invokes.map((id) => ({ key: null, text: `runs ${id}`, spec: '' })),
  ...transitions
    .filter(({ targets }) => targets.length === 0)
    .map((stays) => ({ key: stays.key, text: eventAndGuard(stays), spec: stays.spec })),
];

function elkNode(node: ChartNode): ElkNode {
  const lines = linesOf(node);
  const width = Math.max(72, ...[node.name, ...lines.map(({ text }) => text)].map((text) => wide(text) + 28));
  const top = 32 + lines.length * LINE;
  if (node.children.length === 0) return { id: node.id, width, height: top };
  return {
    id: node.id,
    children: node.children.map(elkNode),
    layoutOptions: {
      'elk.padding': `[top=${top + 8},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${top + 20})`,
    },
  };
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.edgeLabels.inline': 'true',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

/** The layout of a chart, in pixels from the upper left. */
export async function layOut(chart: ChartNode): Promise<Laid> {
  const nodes = new Map(nodesOf(chart).map((node) => [node.id, node]));
  const ways = nodesOf(chart).flatMap(({ id, transitions }) =>
    transitions.flatMap((transition) =>
      transition.targets.map((target) => ({ source: id, target, transition, text: eventAndGuard(transition) })),
    ),
  );
  const edges = ways.map(
    ({ source, target, text }, index): ElkExtendedEdge => ({
      id: String(index),
      sources: [source],
      targets: [target],
      labels: [{ text, width: wide(text), height: 14 }],
    }),
  );
  const laid: ElkNode = await elk.layout({ id: '(page)', children: [elkNode(chart)], edges, layoutOptions: OPTIONS });
  const boxes: Box[] = [];
  const collect = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode) => {
    const node = nodes.get(id);
    if (node !== undefined) boxes.push({ node, x, y, width, height });
    children.forEach(collect);
  };
  collect(laid);
  const arrows = (laid.edges ?? []).flatMap((edge): readonly Arrow[] => {
    const { sections: [section] = [], labels: [label] = [], id } = edge as ElkExtendedEdge;
    const way = ways[Number(id)];
    if (section === undefined || way === undefined) return [];
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => `${x},${y}`).join(' ');
    return [
      { key: way.transition.key, points, spec: way.transition.spec, label: { text: way.text, x: label?.x ?? 0, y: (label?.y ?? 0) + 11 } },
    ];
  });
  return { boxes, arrows, width: laid.width ?? 0, height: laid.height ?? 0 };
}
