import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Api, NotMade } from '../../domain/api/call.ts';
import type { Row, Summary } from '../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { EXCHANGE_FORMATS, type ExchangeFormat } from '../../domain/exchange/estimate.ts';
import type { Sheet } from '../../domain/workbook/sheet.ts';
import { teamArchive } from '../../src/compose/export/archive.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';
import { actWorkbookOf, contractWorkbookOf, exchangedOf, SameThreadWorker, workbookOf } from './exportedFiles.ts';
import { importWorkbook, type Person, startServer, type TestServer, untilRead } from './harness.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
  const company = { address: 'actum-list\nKopā', registration: '40001234567' };
  await ann.call('PUT /teams/:id/company/', { params: { id: ann.teamId }, body: company });
});
afterAll(() => server.close());

/** The version as the browser would download it. */
async function exported(versionId: number): Promise<File> {
  const api: Api = (route, asked) => ann.call(route, asked);
  const { name, sheets } = await workbookOf(api, versionId);
  return new File([await writeWorkbook(sheets)], name);
}
/** A project whose parties have names that a reader could mistake for the table. */
async function newProject(): Promise<number> {
  const { id } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Harbour' } });
  const client = { name: 'actum-summary', address: 'Total\n12.50', registration: 'row', contract_number: 'VAT 21 %' };
  await ann.call('PUT /projects/:id/client/', { params: { id }, body: { ...client, contract_date: '2026-03-02' } });
  return id;
}

async function imported(projectId: number, file: File): Promise<number> {
  await ann.call('PATCH /projects/:id/', { params: { id: projectId }, body: {} }, { file });
  await untilRead(ann, projectId);
  return (await ann.call('POST /import/:id/finish/', { params: { id: projectId } })).project_version_id;
}

/** The money and the percents of a summary, without what belongs to its records alone. */
async function figures(versionId: number) {
  const { costs, subtotal, additional, total, taxes, total_with_taxes } = await ann.call('GET /versions/:id/summary/', {
    params: { id: versionId },
  });
  const line = ({ id: _i, updated_at: _u, revision: _r, order: _o, ...rest }: Summary['taxes'][number]) => rest;
  const list = ({ id: _i, order: _o, ...rest }: Summary['costs'][number]) => rest;
  return { costs: costs.map(list), subtotal, additional: additional.map(line), total, taxes: taxes.map(line), total_with_taxes };
}
async function rowsOf(versionId: number) {
  const { costs } = await ann.call('GET /versions/:id/summary/', { params: { id: versionId } });
  const answers = await Promise.all(costs.map(({ id }) => ann.call('GET /lists/:id/rows/', { params: { id }, query: { limit: 500 } })));
  const bare = ({ id: _i, list_id: _l, section_id: _s, revision: _r, order: _o, ...row }: Row) => row;
  return answers.map((answer) => ('rows' in answer ? answer.rows.map(bare) : []));
}

test('an exported estimate imported again is the same to the last row and percent, and shows no change against the original', async () => {
  const { projectId, versionId } = await importWorkbook(ann, FIXTURE);
  await ann.call('POST /versions/:id/additional_summary_costs/', { params: { id: versionId }, body: { name: 'Overheads' } });
  const { record } = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
  await ann.call('PUT /taxes/:id/', { params: { id: record.id }, body: { percent_labour: '20.5001' } });
  const file = await exported(versionId);
  const again = await imported(await newProject(), file);
  expect([await figures(again), await rowsOf(again)]).toEqual([await figures(versionId), await rowsOf(versionId)]);

  const later = await imported(projectId, file);
  const { counts } = await ann.call('GET /versions/:id/compare/', { params: { id: versionId }, query: { with: later } });
  expect(counts).toEqual({ added: 0, removed: 0, requantified: 0, repriced: 0, both: 0 });
});

/** Names that a reader would misread if it had to recognise them. */
const NAMES = [
  'Kopā',
  'Total',
  'PVN 21 %',
  'Итого',
  '1 2 3',
  '=SUM(A1)',
  '-',
  'a\nb',
  '  ',
  'Name',
  'VAT',
  'Оплата труда',
  '12.5',
  '𝔸 pile',
  'valueOf',
  '__proto__',
  'a\ufffdb',
  '_x0041_ _xfffd_ _x00',
];
const decimal = (digits: number, most: number) =>
  fc
    .tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: 0, max: digits }))
    .map(([whole, scale]) => (whole / 10 ** scale).toFixed(scale));
const anyRow = fc.record({
  kind: fc.constantFrom('row' as const, 'row' as const, 'row' as const, 'section' as const),
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })),
  code: fc.oneof(fc.constantFrom('1.10', '01', '1.1.1', '1', 'PVN', ''), fc.string({ maxLength: 8 })),
  unit: fc.constantFrom('m2', 'm³', '%', '100 m', ''),
  quantity: decimal(6, 10 ** 8),
  unit_labour: decimal(6, 10 ** 8),
  unit_materials: decimal(6, 10 ** 8),
  unit_tools: fc.constantFrom('0', '0.000001', '-4.5'),
});
/** Characters no XML may hold are not kept by a workbook. */
const inXml = (text: string) => text.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

const percent = fc.constantFrom('0', '5', '21', '-3.5', '12.3456', '0.0001', '100', '-0.25');
const anyLine = fc.record({
  kind: fc.constantFrom('additional' as const, 'taxes' as const),
  name: fc.oneof(fc.constantFrom(...NAMES, 'Overheads', 'Overheads'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })),
  percents: fc.oneof(
    fc.record({ percent_total: percent }),
    fc.record({ percent_labour: percent, percent_materials: percent, percent_tools: percent }),
  ),
});
const anyEstimate = fc.record({
  lists: fc.array(
    fc.record({
      title: fc.oneof(fc.constantFrom('', 'Summary', 'A: b', '1. Roof', 'Kopā', '=1+1'), fc.string({ maxLength: 40 })),
      rows: fc.array(anyRow, { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  // Lines that say the same are as common as in real estimates: "Overheads" 5 % twice.
  lines: fc
    .array(anyLine, { maxLength: 4 })
    .chain((lines) => fc.tuple(fc.constant(lines), fc.subarray(lines)).map(([all, again]) => [...all, ...again])),
});

interface MadeEstimate {
  readonly lists: readonly {
    readonly title: string;
    readonly rows: readonly (Record<string, string> & { readonly kind: string; readonly name: string; readonly code: string })[];
  }[];
  readonly lines: readonly {
    readonly kind: 'additional' | 'taxes';
    readonly name: string;
    readonly percents: Readonly<Record<string, string>>;
  }[];
}

/** The estimate in a separate project. */
async function made({ lists, lines }: MadeEstimate): Promise<number> {
  const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: await newProject() }, body: {} });
  for (const { title, rows: given } of lists) {
    const { list } = await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: inXml(title) } });
    const typed = given.map((row) => ({ ...row, name: inXml(row.name), code: inXml(row.code) }));
    const body = typed.map((row) => (row.kind === 'section' ? { kind: row.kind, name: row.name, code: row.code } : row));
    if (body.length > 0) await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: body } as never });
  }
  for (const { kind, name, percents } of lines) {
    const body = { name: inXml(name).trim() === '' ? 'Other' : inXml(name) };
    const { record } =
      kind === 'taxes'
        ? await ann.call('POST /versions/:id/taxes/', { params: { id }, body })
        : await ann.call('POST /versions/:id/additional_summary_costs/', { params: { id }, body });
    const params = { id: record.id };
    for (const [field, percent] of Object.entries(percents)) {
      const changed = { [field]: percent };
      if (kind === 'taxes') await ann.call('PUT /taxes/:id/', { params, body: changed });
      else await ann.call('PUT /additional_summary_costs/custom/:id/', { params, body: changed });
    }
  }
  return id;
}

test('an exported estimate is read back unchanged, whatever its content and name', async () => {
  let rows = 0;
  let lines = 0;
  await fc.assert(
    fc.asyncProperty(anyEstimate, async (estimate) => {
      const id = await made(estimate);
      const again = await imported(await newProject(), await exported(id));
      expect([await figures(again), await rowsOf(again)]).toEqual([await figures(id), await rowsOf(id)]);
      rows += estimate.lists.reduce((sum, list) => sum + list.rows.length, 0);
      lines += estimate.lines.length;
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 6), endOnFailure: true },
  );
  console.log(`export: ${rows} rows and ${lines} percent lines read back as they were on ${server.engine}`);
});

test('the first sheet names both parties above its table, and the import skips them', async () => {
  const row = { kind: 'row' as const, name: 'Wall', code: '', unit: 'm2', quantity: '1', unit_labour: '100' };
  const id = await made({ lists: [{ title: 'Walls', rows: [row] }], lines: [] });
  const api: Api = (route, asked) => ann.call(route, asked);
  const { sheets } = await workbookOf(api, id);
  const texts = sheets[0]?.rows.slice(0, 8).map((cells) => cells.flatMap((cell) => (cell !== null && 'text' in cell ? [cell.text] : [])));
  const { name } = await ann.call('GET /teams/:id/company/', { params: { id: ann.teamId } });
  expect(texts).toEqual([
    ['Contractor', name],
    ['actum-list, Kopā, Reg. no. 40001234567'],
    ['Client', 'actum-summary'],
    ['Total, 12.50, Reg. no. row'],
    [expect.stringMatching(/^Contract VAT 21 % of /)],
    [],
    ['Harbour · Version 1'],
    ['Summary', 'actum-summary'],
  ]);
  const again = await imported(await newProject(), await exported(id));
  expect([await figures(again), await rowsOf(again)]).toEqual([await figures(id), await rowsOf(id)]);
});

test('identical percent lines are all kept', async () => {
  const line = { kind: 'additional' as const, name: 'Overheads', percents: { percent_total: '5' } };
  const row = {
    kind: 'row' as const,
    name: 'Wall',
    code: '',
    unit: 'm2',
    quantity: '1',
    unit_labour: '100',
    unit_materials: '0',
    unit_tools: '0',
  };
  const id = await made({ lists: [{ title: 'Walls', rows: [row] }], lines: [line, line] });
  const again = await imported(await newProject(), await exported(id));
  expect((await figures(again)).total.total).toBe('110.00');
});

test.each(EXCHANGE_FORMATS)(
  'an estimate exported as %s is imported with the same amounts, or without any',
  async (format: ExchangeFormat) => {
    const { versionId } = await importWorkbook(ann, FIXTURE);
    const { record } = await ann.call('POST /versions/:id/additional_summary_costs/', {
      params: { id: versionId },
      body: { name: 'Overheads' },
    });
    await ann.call('PUT /additional_summary_costs/custom/:id/', { params: { id: record.id }, body: { percent_total: '9' } });
    const tax = await ann.call('POST /versions/:id/taxes/', { params: { id: versionId }, body: { name: 'VAT' } });
    await ann.call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: '21' } });
    const api: Api = (route, asked) => ann.call(route, asked);
    const { name, bytes } = await exchangedOf(api, versionId, format);
    const before = await figures(versionId);
    expect(name).toBe(`Estimate 1 ${before.total_with_taxes.total} Imported.${format.replace('Unpriced', '')}`);
    const after = await figures(await imported(await newProject(), new File([bytes], name)));
    const money = ({ costs, subtotal, total, total_with_taxes }: typeof before) => [
      costs.map((list) => list.total),
      ...[subtotal, total, total_with_taxes].map((sums) => sums.total),
    ];
    const isPriced = format !== 'bc3Unpriced' && format !== 'x83';
    expect(money(after)).toEqual(isPriced ? money(before) : [before.costs.map(() => '0.00'), '0.00', '0.00', '0.00']);
    if (isPriced && format !== 'x84') expect(after.subtotal).toEqual(before.subtotal);
  },
);

test('numbers of more digits than a spreadsheet keeps are exported as text, with a note, and read back exactly', async () => {
  const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: await newProject() }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Walls' } });
  const largest = { quantity: '999999999.999999', unit_labour: '999999999999.999999', unit_materials: '-123456789012.345678' };
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows: [{ name: 'Gold', ...largest }, { name: 'Sand' }] } });
  const file = await exported(id);
  const again = await imported(await newProject(), file);
  expect([await figures(again), await rowsOf(again)]).toEqual([await figures(id), await rowsOf(id)]);

  const api: Api = (route, asked) => ann.call(route, asked);
  const { sheets } = await workbookOf(api, id);
  const [, walls] = sheets;
  const texts = walls?.rows.flat().flatMap((cell) => (cell !== null && 'text' in cell ? [cell.text] : [])) ?? [];
  expect(texts).toContain('999999999999.999999');
  expect(texts).toContain((await rowsOf(id))[0]?.[0]?.labour);
  expect(texts.at(-1)).toMatch(/15/);
});

/** A version with an act whose one list takes two windows, and its rows. */
async function long(withAct = false) {
  const projectId = await newProject();
  const { id } = await ann.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { params: { id }, body: { title: 'Walls' } });
  const rows = Array.from({ length: 700 }, (_, at) => ({ name: `Row ${at}`, quantity: '1', unit_labour: '10' }));
  await ann.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { rows } });
  const { rows: made } = (await ann.call('GET /lists/:id/rows/', {
    params: { id: list.id },
    query: { limit: 1 },
  })) as unknown as { rows: readonly Row[] };
  const act = withAct ? await ann.call('POST /versions/:id/acts/', { params: { id }, body: {} }) : null;
  return { id, projectId, listId: list.id, first: made[0]?.id ?? 0, actId: act?.id ?? 0 };
}
/** Calls between which somebody else edits after a window of rows, a given number of times. */
function interrupted(
  edit: (time: number) => Promise<unknown>,
  times: number,
  call: Person['call'] = ann.call,
): { readonly api: Api; readonly readings: () => number } {
  let [left, windows] = [times, 0];
  const api: Api = async (route, asked) => {
    const answer = await call(route, asked);
    const { query } = asked as { readonly query?: { readonly offset?: string; readonly limit?: string } };
    const isFirst = query?.offset === '0' && query.limit === '500';
    if (!isFirst) return answer;
    windows += 1;
    left -= 1;
    if (left >= 0) await edit(left);
    return answer;
  };
  return { api, readings: () => windows };
}
/** The sum of a column's rows, and the total below them. */
function addedUp(sheet: Sheet | undefined, column: number): readonly [string, string] {
  const numbers = (sheet?.rows ?? []).flatMap((cells) => {
    const cell = cells[column] ?? null;
    return cell !== null && 'number' in cell ? [exact(cell.number, SCALE.money)] : [];
  });
  const sum = numbers.slice(0, -1).reduce((all, each) => all + each, 0n);
  return [fixed(sum, SCALE.money), fixed(numbers.at(-1) ?? -1n, SCALE.money)];
}

test('an estimate edited while it is read is read again, so that its rows add up to its totals and each appears once', async () => {
  const { id, listId, first } = await long();
  const edits = [
    (time: number) => ann.call('PUT /rows/:id/', { params: { id: first }, body: { quantity: `${2 + time}` } }),
    () => ann.call('POST /lists/:id/rows/', { params: { id: listId }, body: { rows: [{ name: 'New', quantity: '3', unit_labour: '7' }] } }),
    (time: number) =>
      ann.call('POST /rows/:id/move/', { params: { id: first }, body: { list_id: listId, ...(time === 0 ? { after_id: null } : {}) } }),
  ];
  for (const edit of edits) {
    const { api, readings } = interrupted(edit, 2);
    const { sheets } = await workbookOf(api, id);
    expect(readings()).toBe(3);
    const [sum, total] = addedUp(sheets[1], 12);
    expect([sum, total]).toEqual([total, (await figures(id)).total.total]);
    const names = sheets[1]?.rows.flatMap((cells) =>
      cells[2] !== null && cells[2] !== undefined && 'text' in cells[2] ? [cells[2].text] : [],
    );
    expect(names?.filter((name) => name === 'Row 0')).toHaveLength(1);
  }
  const { bytes } = await exchangedOf(interrupted(() => edits[0]?.(9) ?? Promise.resolve(), 1).api, id, 'x84');
  expect(new TextDecoder().decode(bytes)).toContain(`<Total>${(await figures(id)).total.total}</Total>`);
});

test('a version that is edited without pause gives no file, and the person is told why', async () => {
  const { id, first } = await long();
  const { api, readings } = interrupted(
    (time) => ann.call('PUT /rows/:id/', { params: { id: first }, body: { quantity: `${2 + time}` } }),
    99,
  );
  const refused = await workbookOf(api, id).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotMade);
  expect((refused as NotMade).sentence.code).toBe('export_changing');
  expect(readings()).toBe(4);
});

test('an act, for members and for the holder of its link, and a contract are read again in the same way', async () => {
  const { id, projectId, actId, listId } = await long(true);
  const { rows } = await ann.call('GET /acts/:id/lists/:listId/rows/', {
    params: { id: actId, listId },
    query: { offset: '600', limit: '1' },
  });
  const claim = (time: number) => ann.call('PUT /act_rows/:id/', { params: { id: rows[0]?.id ?? 0 }, body: { quantity: `0.${5 + time}` } });
  const parties = await ann.call('GET /projects/:id/parties/', { params: { id: projectId } });
  const { hash } = await ann.call('POST /acts/:id/share/', { params: { id: actId }, body: {} });
  const holder: Person['call'] = (route, asked) => server.call(route, asked, { publicKey: hash });
  for (const [about, call] of [
    [{}, ann.call],
    [{ parties }, holder],
  ] as const) {
    const { api, readings } = interrupted(claim, 2, call);
    const { sheets } = await actWorkbookOf(api, actId, { statusName: 'Draft', ...about });
    expect(readings()).toBe(3);
    expect(addedUp(sheets[1], 12)).toEqual(['5.00', '5.00']);
    await claim(3);
  }
  const { api } = interrupted(claim, 1);
  const { sheets } = await contractWorkbookOf(api, id);
  for (const line of [sheets[0]?.rows.at(-1), sheets[0]?.rows.find((cells) => JSON.stringify(cells[1] ?? null).includes('Row 600'))])
    expect(JSON.stringify(line)).toContain('"number":"5.00"');
});

test('the archive of a team holds a workbook of each version and act, and each act’s says its own status', async () => {
  vi.stubGlobal('Worker', SameThreadWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const owner = await server.person();
  const statuses = await server.database.query.selectFrom('act_status').select(['id', 'name', 'code', 'order', 'color']).execute();
  const idOf = (code: string) => statuses.find((status) => status.code === code)?.id ?? 0;
  const { id: projectId } = await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } });
  const { id } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  for (const code of ['accepted', 'draft']) {
    const act = await owner.call('POST /versions/:id/acts/', { params: { id }, body: {} });
    await owner.call('PUT /acts/:id/', { params: { id: act.id }, body: { status_id: idOf(code) } });
  }
  const progress: number[] = [];
  const making = { signal: new AbortController().signal, reportProgress: (share: number) => progress.push(share) };
  const zip = await teamArchive((route, asked) => owner.call(route, asked), owner.teamId, statuses, making);
  const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))).filter(([path]) => !path.startsWith('data/'));
  const said = files.map(([path, bytes]) => {
    const texts = Object.values(unzipSync(bytes)).map((part) => strFromU8(part));
    return [path, ['Accepted', 'Draft'].filter((status) => texts.some((text) => text.includes(status)))];
  });
  expect(said).toEqual([
    ['Yard/Estimate 1 0.00 Yard.xlsx', []],
    ['Yard/act.xlsx', ['Accepted']],
    ['Yard/act (2).xlsx', ['Draft']],
  ]);
  expect(progress.slice(-3).map((share) => share.toFixed(2))).toEqual(['0.53', '0.77', '1.00']);
});
