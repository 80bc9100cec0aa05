import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Rule {
  /** From the outermost block to the selector. */
  readonly within: readonly string[];
  readonly declarations: string;
}
function rulesOf(css: string): readonly Rule[] {
  const rules: Rule[] = [];
  const within: string[] = [];
  let text = '';
  for (const sign of css.replaceAll(/\/\*[\s\S]*?\*\//g, '')) {
    if (sign === '{') {
      within.push(text.trim().replaceAll(/\s+/g, ' '));
      text = '';
    } else if (sign === '}') {
      if (text.trim() !== '') rules.push({ within: [...within], declarations: text });
      within.pop();
      text = '';
    } else text += sign;
  }
  return rules;
}
const isSmall = ({ within }: Rule) => within.some((block) => /^@media.*max-width/.test(block));
const isHidden = ({ declarations }: Rule) => /(?:display:\s*none|visibility:\s*hidden)/.test(declarations);

/** Each hidden element, with the place where a small screen shows or offers the same. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  // The names of the versions' buttons remain.
  'src/views/versions/versions.module.css': ['.roomy'],
  // One of two equal lines of totals.
  'src/views/import/import.module.css': ['.totalsLine > .oursTotal:not(:only-of-type)'],
  // The list's totals are above it too.
  'src/views/estimate/estimate.module.css': ['.status:not(:has(progress)):not(:has([data-adds]))'],
  // Keys, because there is no keyboard.
  'src/views/estimate/tools/addRows.module.css': ['.adds kbd'],
  // Each row is a card that names its figures.
  'src/views/act/progress.module.css': ['.table thead', '.table td.lesser'],
  // Keys, because there is no keyboard.
  'src/ui/Palette.module.css': ['.foot'],
  // The link home is in the sidebar; the levels have a line of their own, with nothing after the last to part it from.
  'src/ui/Shell.module.css': ['.brand', '.level:last-child .separator'],
  'src/ui/base.css': ['.hide-phone.hide-phone'],
};
/** How often each hiding class is used: on explanations, and on buttons whose action is in a menu too. */
const HIDE_PHONE: Readonly<Record<string, number>> = {
  'src/views/projects/Projects.tsx': 2,
  'src/views/estimate/tools/StatusBar.tsx': 1,
  'src/views/act/ActParts.tsx': 3,
  'src/views/act/ActScreen.tsx': 2,
  'src/views/paper/PrintButton.tsx': 2,
  // The sender's name is repeated below.
  'src/views/public/PublicScreen.tsx': 1,
  'src/views/versions/VersionMenu.tsx': 1,
};

const files = (pattern: string) => globSync(pattern).map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const);

test('a small screen hides only elements whose content it offers in another way', () => {
  const hidden = files('src/**/*.css').map(([path, css]) => {
    const rules = rulesOf(css).filter((rule) => isSmall(rule) && isHidden(rule));
    return [path, rules.flatMap(({ within }) => (within.at(-1) ?? '').split(', '))] as const;
  });
  expect(Object.fromEntries(hidden.filter(([, selectors]) => selectors.length > 0))).toEqual(HIDDEN);
  const given = files('src/**/*.tsx').map(([path, text]) => [path, text.match(/hide-phone/g)?.length ?? 0] as const);
  expect(Object.fromEntries(given.filter(([, count]) => count > 0))).toEqual(HIDE_PHONE);
});

test('carried work is printed with rows of both kinds, without their filter and without the space kept for rows on the screen', () => {
  const rules = rulesOf(readFileSync('src/views/carrying/carrying.module.css', 'utf8'));
  const onPaper = (selector: string) =>
    rules.filter(({ within }) => within[0] === '@media print' && within.at(-1) === selector).map(({ declarations }) => declarations.trim());
  expect(['.tabs', '.list', '.list[hidden]'].map(onPaper)).toEqual([['display: none;'], ['min-height: 0;'], ['display: flex;']]);
});
