/**
 * Bundles the code of the reading process into one file, beside V8's code cache from reading a workbook
 * (server/imports/reading/prepared.ts).
 */
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readerFolder } from '../server/imports/reading/prepared.ts';
import { root } from './pinned.mjs';

// The modules for bundling are imported only when a bundle has to be made, because this script runs at every start.

/** Number of earlier bundles to keep, because a server may still run on one of them. */
const KEPT = 3;

const reading = join(root, 'server', 'imports', 'reading');

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(reading, 'child.ts'),
      outDir: folder,
      minify: false,
      target: 'node26',
      rolldownOptions: {
        // Few files need `xlsx`, so it is loaded only for those.
        external: [/^node:/, 'xlsx'],
        output: {
          format: 'cjs',
          entryFileNames: 'reader.cjs',
          codeSplitting: false,
          banner: 'var exports = {};',
        },
      },
    },
  });
}

/** A small, typical workbook: the code compiled while reading it is cached. */
async function sample(): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const header = ['Code', 'Description', 'Unit', 'Quantity', 'Labour', 'Materials', 'Equipment', 'Unit price', 'Amount'];
  const names = ['Trench by hand', 'Pipe laid in sand', 'Backfill, compacted in layers', 'Kerb on concrete'];
  const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = Array.from({ length: 300 }, (_, at) => {
    const [quantity, labour, materials] = [at + 1.5, 2 + at / 4, 1.25];
    const numbers = [quantity, labour, materials, 0.5, labour + materials + 0.5, (quantity * (labour + materials + 0.5)).toFixed(2)];
    return `<row>${text(`1.${at}`)}${text(`${names[at % 4]} ${at}`)}${text('m2')}${numbers.map((each) => `<c><v>${each}</v></c>`).join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
  const book = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${book}"/><Override PartName="/xl/sheet.xml" ContentType="${sheet}"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Works" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'sheet.xml'),
    'xl/sheet.xml': `<worksheet xmlns="${main}"><sheetData><row>${header.map(text).join('')}</row>${rows.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

/** Reads the sample once; fails where it is not read. */
async function runOnce(folder: string): Promise<void> {
  const path = join(folder, 'sample.xlsx');
  writeFileSync(path, await sample());
  const child = fork(join(reading, 'start.cjs'), [folder, path, 'keep'], { env: {}, serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    let last: string = 'nothing';
    child.on('message', ({ kind }: { readonly kind: string }) => {
      last = kind;
      if (kind === 'table') child.send({ kind: 'instruction', instruction: [] });
      else if (kind === 'list' || kind === 'rows' || kind === 'judged') child.send({ kind: 'goOn' });
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 && last === 'done' ? resolve() : reject(new Error(`The sample was not read: ${last}, ended with ${code}`)),
    );
  });
}

function dropOld(all: string): void {
  const byAge = readdirSync(all)
    .map((name) => join(all, name))
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of byAge.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

const folder = await readerFolder();
if (!existsSync(folder)) {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await bundle(draft);
  await runOnce(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  dropOld(dirname(folder));
}
