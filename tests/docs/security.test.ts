import { describe, expect, test } from 'vitest';
import { isThere, quoted, read } from './repository.ts';

const DOCUMENTS = ['docs/SECURITY.md', 'docs/asvs.md'] as const;
test.each(DOCUMENTS)('every file, command, call and setting that %s names exists', (document) => {
  const named = quoted(read(document));
  expect(named.filter((text) => isThere(text) !== null).length).toBeGreaterThan(20);
  expect(named.filter((text) => isThere(text) === false)).toEqual([]);
});

test('the README links to docs/SECURITY.md, which links to docs/asvs.md', () => {
  expect(read('README.md')).toContain('](docs/SECURITY.md)');
  expect(read('docs/SECURITY.md')).toContain('](asvs.md)');
  const sections = [...read('docs/asvs.md').matchAll(/`docs\/SECURITY\.md`, ([A-Z][^;|]*)/g)].map(([, name = '']) => name.trim());
  const headings = [...read('docs/SECURITY.md').matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);
  expect(sections.filter((name) => !headings.includes(name))).toEqual([]);
});

describe('the list of requirements', () => {
  const VERDICTS = ['met', 'not applicable', 'unmet'] as const;
  /** The number of requirements at each level of the standard, 5.0.0. */
  const REQUIREMENTS = { 1: 70, 2: 183 } as const;

  const page = read('docs/asvs.md');
  /** The cells of every row of a table, without the blanks that line them up. */
  const tables = page.split('\n').flatMap((line) =>
    line.startsWith('| ')
      ? [
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ]
      : [],
  );
  const rows = tables
    .filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
    .map(([number = '', level, requirement = '', verdict = '', reason = '', ...rest]) => ({
      number,
      level: Number(level),
      requirement,
      verdict,
      reason,
      rest,
    }));
  const having = (level: number, verdict: string) => rows.filter((row) => row.level === level && row.verdict === verdict).length;

  test('has each requirement of levels 1 and 2 once, in order, under its chapter', () => {
    const places = rows.map(({ number }) => number.split('.').map(Number));
    const inOrder = places.toSorted((one, other) => one.reduce((found, part, at) => found || part - (other[at] ?? 0), 0));
    expect(places).toEqual(inOrder);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    for (const level of [1, 2] as const) expect(rows.filter((row) => row.level === level).length).toBe(REQUIREMENTS[level]);
    expect(rows.length).toBe(REQUIREMENTS[1] + REQUIREMENTS[2]);
    const chapters = page.split(/^## (?=\d)/m).slice(1);
    for (const chapter of chapters) {
      const [own = ''] = chapter.split(' ');
      expect([...chapter.matchAll(/^\| (\d+)\.\d+\.\d+ /gm)].filter(([, other]) => other !== own)).toEqual([]);
    }
  });

  test('gives each a verdict with a reason; a met requirement names the evidence', () => {
    const wrong = rows.filter(({ requirement, verdict, reason, rest }) => {
      const isKnown = VERDICTS.some((known) => known === verdict);
      const isShown = verdict !== 'met' || quoted(reason).some((text) => isThere(text) === true);
      return !isKnown || !isShown || requirement === '' || reason === '' || rest.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  test('counts them', () => {
    for (const level of [1, 2] as const) {
      const stated = tables.find(([first]) => first === String(level))?.map(Number);
      expect(stated).toEqual([level, ...VERDICTS.map((verdict) => having(level, verdict)), REQUIREMENTS[level]]);
    }
  });
});
