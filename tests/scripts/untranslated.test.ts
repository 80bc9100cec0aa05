import { expect, test } from 'vitest';
import { disagreements, uncatalogued, untranslated } from '../../scripts/untranslated.ts';

test('finds texts on screen that are not in the catalogue', () => {
  const source = `
import { Button } from '../ui/Button.tsx';
export const Sign = ({ open, name }: { open: boolean; name: string }) => {
  if (name === 'Not found') throw new Error('Nobody reads this');
  const title = 'Delete list';
  return (
    <section className="muted small" aria-label="lists" data-kind="list">
      Actum {name}
      <p>
        two rows
      </p>
      <Button title={open ? 'close' : \`Open \${name}\`} key="kind">{m.action_close()} {open && 'open'}</Button>
      <Grid columns={[{ id: 'code', header: 'code' }]} d="m4 6 4 4" />
    </section>
  );
};`;
  expect(untranslated('sign.tsx', source).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '5 Delete list',
    '7 lists',
    '10 two rows',
    '12 close',
    '12 Open',
    '12 open',
    '13 code',
  ]);
});

test('finds keys and placeholders that the languages do not share, plurals without a form, and unused texts', () => {
  const plural = (text: string) => [{ declarations: ['input count'], match: { 'plural=one': text, 'plural=other': text } }];
  const languages = {
    en: { act: 'Act {number}', rows: plural('{count} rows'), gone: 'Gone' },
    lv: { act: 'Akts', rows: plural('{count} rindas'), gone: 'Prom', extra: 'Lieks' },
    de: { act: 'Nachweis {number}', rows: plural('{rows} Zeilen') },
  };
  expect(disagreements(languages, ['m.act({ number })', '{m.rows({ count })}', 'form.gone'])).toEqual([
    'lv.json: act takes {} instead of {number}',
    'lv.json: rows has the plural forms one, other instead of one, other, zero',
    'de.json: rows takes {rows} instead of {count}',
    'de.json has no gone',
    'gone is shown nowhere',
    'en.json has no extra',
    'de.json has no extra',
    'extra is shown nowhere',
  ]);
});

test('English texts that differ from the catalogue are found', () => {
  const catalogue = [
    { code: 'gone', template: 'It is gone', singular: null },
    { code: 'rows', template: 'At most {count} rows', singular: 'At most {count} row' },
    { code: 'ROWS', template: 'Too many', singular: null },
  ];
  const forms = [{ match: { 'plural=one': 'At most {count} row', 'plural=other': 'At most {count} rows' } }];
  expect(uncatalogued({ sentence_gone: 'It is gone', sentence_rows: forms, action_close: 'Close' }, catalogue.slice(0, 2))).toEqual([]);
  expect(uncatalogued({ sentence_gone: 'It went', sentence_rows: 'At most {count} rows', sentence_new: 'New' }, catalogue)).toEqual([
    'Two sentences have codes that differ only in case',
    'en.json: sentence_gone is not “It is gone”',
    'en.json: sentence_rows is not “Too many”',
    'sentence_new is not in the catalogue',
  ]);
});
