import { readdirSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { REVIEWED } from './behaviour.reviewed.ts';

const ROOT = 'src/views';
const HOOKS = /^use(State|Reducer|Effect|LayoutEffect|InsertionEffect)$/;
/** Names that reach outside the page. */
const OUTSIDE =
  /^(fetch|XMLHttpRequest|WebSocket|EventSource|BroadcastChannel|localStorage|sessionStorage|indexedDB|navigator|setTimeout|setInterval|cookie)$/;

/** "useState", "useState ×2", "fetch": the state and effects of a piece of code, and the outside names it uses. */
function behaviourIn(path: string, source: string): readonly string[] {
  const found = new Map<string, number>();
  const note = (name: string) => found.set(name, (found.get(name) ?? 0) + 1);
  const { program } = parseSync(path, source);
  new Visitor({
    CallExpression({ callee }) {
      const name =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression' && 'name' in callee.property
            ? callee.property.name
            : '';
      if (typeof name === 'string' && HOOKS.test(name)) note(name);
    },
    Identifier({ name }) {
      if (OUTSIDE.test(name)) note(name);
    },
  }).visit(program);
  return [...found].map(([name, times]) => (times === 1 ? name : `${name} ×${times}`)).sort();
}

test('finds state, effects and I/O, however they are written', () => {
  const source = `
    import React, { useState, useEffect } from 'react';
    export function Sum({ useless }: { useless: string }) {
      const [a, setA] = useState<number>(0);
      const [b] = React.useState(0);
      useEffect(() => { void fetch('/api').then(() => setA(1)); }, []);
      return <p onClick={() => window.localStorage.setItem('a', document.cookie)}>{a + b} fetch {useless}</p>;
    }`;
  expect(behaviourIn('sum.tsx', source)).toEqual(['cookie', 'fetch', 'localStorage', 'useEffect', 'useState ×2']);
});

test('views hold no state of the application and do no I/O; each exception was reviewed', () => {
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const found = paths.flatMap((path) => {
    const behaviour = behaviourIn(path, readFileSync(`${ROOT}/${path}`, 'utf8'));
    return behaviour.length === 0 ? [] : [[path, behaviour.join(', ')] as const];
  });
  const reviewed = Object.entries(REVIEWED).map(([path, { behaviour }]) => [path, behaviour]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(reviewed));
});
