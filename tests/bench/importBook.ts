/** The workbooks of the import bench. Run as a program it parses one with `xlsx` alone and reports the cost: `importBook.ts <path>`. */
import { readFileSync } from 'node:fs';
import { read, utils, write } from 'xlsx';

export interface BenchRow {
  readonly n: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly labour: number;
  readonly materials: number;
  readonly tools: number;
}
const HEADER = ['Code', 'Description', 'Unit', 'Quantity', 'Labour', 'Materials', 'Equipment', 'Unit price', 'Amount'];
const WORKS = ['Trench by hand', 'Pipe PE 110 laid in sand', 'Backfill, compacted in layers', 'Kerb on concrete', 'Asphalt AC 11, 4 cm'];
const UNITS = ['m3', 'm', 'm2', 'pcs'];
const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Rows as people have them: repeated words, different numbers. */
export const benchRows = (count: number): readonly BenchRow[] =>
  Array.from({ length: count }, (_, at) => ({
    n: at + 1,
    code: `${1 + (at % 40)}.${at + 1}`,
    name: `${WORKS[at % WORKS.length]}, section ${at % 700}`,
    unit: UNITS[at % UNITS.length] ?? '',
    quantity: ((at % 977) + 1) / 8,
    labour: cents(1 + (at % 131) * 0.35),
    materials: cents(2 + (at % 173) * 0.45),
    tools: cents(0.5 + (at % 61) * 0.15),
  }));

export function benchBook(rows: readonly BenchRow[]): Buffer {
  const table = rows.map(({ code, name, unit, quantity, labour, materials, tools }) => {
    const price = cents(labour + materials + tools);
    return [code, name, unit, quantity, labour, materials, tools, price, cents(quantity * price)];
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...table], { dense: true }), 'Works');
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer;
}

if (import.meta.main) {
  const bytes = readFileSync(process.argv[2] ?? '');
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  read(bytes, process.argv[3] === 'lean' ? { dense: true, cellHTML: false, cellFormula: false, cellText: false } : {});
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ cpu: (user + system) / 1000, elapsed: performance.now() - start });
}
