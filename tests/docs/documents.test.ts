import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, headingsOf, isNamed, quoted, read, root, STATEMENTS } from './repository.ts';

/** docs/SECURITY.md and docs/asvs.md are held by a test of their own, the generated page by one of the machines. */
const ELSEWHERE = ['docs/SECURITY.md', 'docs/asvs.md', 'docs/machines.md'];
const DOCUMENTS = filesIn().filter((path) => path.endsWith('.md') && !ELSEWHERE.includes(path));

/** As an address names a heading: small letters, blanks as hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

describe.each(DOCUMENTS)('%s', (document) => {
  const text = withoutCode(read(document));

  test('names only files, commands and words of the code that exist', () => {
    expect(quoted(text).filter((each) => isNamed(each) === false)).toEqual([]);
  });

  test('links only to documents and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test('names only statements of docs/product.md that exist', () => {
    const numbers = [...text.matchAll(/\[(\d+\.\d+)\]\((?:\.\.\/)*(?:docs\/)?product\.md\)/g)].map(([, number = '']) => number);
    expect(numbers.filter((number) => !STATEMENTS.has(number))).toEqual([]);
  });
});

test('every document is reached from the README', () => {
  const reached = new Set<string>();
  const follow = (document: string) => {
    if (reached.has(document)) return;
    reached.add(document);
    for (const [, path = ''] of read(document).matchAll(/\]\((?!https?:)([^)#\s]+\.md)(?:#[^)]*)?\)/g))
      follow(join(dirname(document), path));
  };
  follow('README.md');
  expect(filesIn().filter((path) => path.endsWith('.md') && !reached.has(path))).toEqual([]);
});

test('statements are numbered in the order of their chapters, each number once', () => {
  const chapters = read('docs/product.md')
    .split(/^## (?=\d)/m)
    .slice(1);
  for (const chapter of chapters) {
    const own = Number.parseInt(chapter, 10);
    const numbers = [...chapter.matchAll(/^\*\*(\d+)\.(\d+) /gm)].map(([, of, at]) => [Number(of), Number(at)] as const);
    expect(numbers.filter(([of]) => of !== own)).toEqual([]);
    expect(numbers.map(([, at]) => at)).toEqual([...new Set(numbers.map(([, at]) => at))].sort((a, b) => a - b));
  }
  expect(new Set(STATEMENTS.values()).size).toBe(STATEMENTS.size);
});

test('docs/product.md has the address of every screen', () => {
  const [, routes = ''] = /ROUTES = \{([^}]+)\}/.exec(read('src/views/routing.tsx')) ?? [];
  const addresses = [...routes.matchAll(/: '(\/[^']*)'/g)].map(([, path = '']) => `\`${path.replace(/:(\w+)/g, '{$1}')}\``);
  expect(addresses.length).toBeGreaterThan(15);
  expect(addresses.filter((address) => !read('docs/product.md').includes(address))).toEqual([]);
});
