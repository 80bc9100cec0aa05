import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { plainLetters } from '../../scripts/plainLetters.ts';

const { handler } = plainLetters.generateBundle as {
  handler: (this: { error: (message: string) => never }, _: unknown, bundle: object) => void;
};

function written(code: string): string {
  const bundle = { a: { type: 'chunk', fileName: 'a.js', code } };
  handler.call(
    {
      error(message) {
        throw new Error(message);
      },
    },
    null,
    bundle,
  );
  return bundle.a.code;
}

test('letters beyond ASCII are written as escapes, in texts, templates, patterns and names, and mean the same', () => {
  const code = `const ā = { ņem: 'Šķembas', sum: \`\${1}\u2009€\` };
    [ā.ņem, ā.sum, "😀".length, /^[“😀]$/u.test('😀'), /–/.exec('1–2').index];`;
  const plain = written(code);
  expect(plain).toMatch(/^[\0-\x7f]+$/);
  expect(new Script(plain).runInNewContext()).toEqual(new Script(code).runInNewContext());
});

test('a raw text, which would show the escape, is refused', () => {
  expect(() => written('String.raw`ā`')).toThrow('a.js has raw texts');
});
