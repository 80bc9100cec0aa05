import { useEffect, useState } from 'react';
import type { ChartNode } from '../walking/chart.ts';
import { type Laid, layOut, linesOf } from './layout.ts';
import type { SeenActor } from './recording.ts';

const NOTHING_LAID: Laid = { boxes: [], arrows: [], width: 0, height: 0 };

function useLaid(chart: ChartNode): Laid {
  const [laid, setLaid] = useState(NOTHING_LAID);
  const text = JSON.stringify(chart);
  useEffect(() => {
    let isStale = false;
    void layOut(JSON.parse(text) as ChartNode).then((fresh) => {
      if (!isStale) setLaid(fresh);
    });
    return () => {
      isStale = true;
    };
  }, [text]);
  return laid;
}

/** The chart of an actor's machine: its current state, the transitions it took, and the last one. */
export function Chart({ actor, chart }: { readonly actor: SeenActor; readonly chart: ChartNode }) {
  const { boxes, arrows, width, height } = useLaid(chart);
  const classOf = (key: string | null) =>
    key === null ? 'plain' : actor.last.includes(key) ? 'last' : actor.taken[key] === undefined ? 'never' : 'taken';
  const times = (key: string | null) => (key !== null && actor.taken[key] !== undefined ? ` ×${actor.taken[key]}` : '');
  return (
    <svg
      width={width + 2}
      height={height + 2}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      role="img"
      aria-label={`Chart of ${chart.name}`}
    >
      <defs>
        <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" fill="context-stroke" />
        </marker>
      </defs>
      {boxes.map(({ node, x, y, width: wide, height: high }) => (
        <g key={node.id} data-state={node.id} data-active={actor.active.includes(node.id)}>
          <rect className={`box ${node.type}`} x={x} y={y} width={wide} height={high} rx={8} />
          <text className="name" x={x + 12} y={y + 20}>
            {node.name}
          </text>
          {linesOf(node).map(({ key, text, spec }, index) => (
            <text key={`${key}${text}`} className={classOf(key)} x={x + 12} y={y + 38 + index * 16}>
              {text + times(key)}
              <title>{spec}</title>
            </text>
          ))}
        </g>
      ))}
      {arrows.map(({ key, points, spec, label }) => (
        <g key={key + points} data-key={key} className={classOf(key)}>
          <polyline points={points} markerEnd="url(#head)" />
          <text x={label.x} y={label.y}>
            {label.text + times(key)}
            <title>{spec}</title>
          </text>
        </g>
      ))}
    </svg>
  );
}
