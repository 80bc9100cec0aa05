import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CertificateBrief, CertificateSheet, Ledger } from '../../domain/api/certificateShapes.ts';
import { ISSUED, SHEET } from '../../src/machines/certificate/certificate.model.ts';
import { CertificateTable } from '../../src/views/payments/CertificateTable.tsx';
import { LedgerHead } from '../../src/views/payments/LedgerHead.tsx';
import { ListFigures } from '../../src/views/payments/ListFigures.tsx';
import { PaymentPicture } from '../../src/views/payments/PaymentPicture.tsx';
import { SheetLines } from '../../src/views/payments/SheetLines.tsx';
import { dueInWords, termsInWords } from '../../src/views/payments/words.ts';
import { Router } from '../../src/views/routing.tsx';

afterEach(cleanup);

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const rowsOf = (name: string | RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => plain(cell.textContent)));

test('a sheet shows how the amount due is computed, and the part of each list', () => {
  render(
    <>
      <SheetLines sheet={SHEET} />
      <ListFigures sheet={SHEET} />
    </>,
  );
  expect(rowsOf('From the contract to the amount due').slice(4)).toEqual([
    ['', 'Work without taxes0.00 before + 500.00 now = 500.00', '500.00'],
    ['', 'VAT on the work21 % of 500.00 = 105.00', '105.00'],
    ['4', 'Work completed to date, with taxes500.00 + 105.00 of taxes = 605.00', '605.00'],
    ['5', 'Kept back5 % of 500.00 = 25.00', '−25.00'],
    ['6', 'Work to date less retention605.00 − 25.00 = 580.00', '580.00'],
    ['7', 'Less amounts due beforeNothing was due before', '0.00'],
    ['8', 'Due now580.00 − 0.00 = 580.00', '580.00'],
    ['9', 'Balance to finish, including retentionContract 1 210.00 − work less retention 580.00 = 630.00', '630.00'],
  ]);
  expect(rowsOf('By list and in total')).toEqual([
    ['Local estimate', 'Contract', 'Before', 'To date', 'Now'],
    ['Foundations', '1 000.00', '0.00', '500.00', '500.00'],
    ['Total', '1 000.00', '0.00', '500.00', '500.00'],
    ['VAT 21 %', '210.00', '0.00', '105.00', '105.00'],
    ['Total with taxes', '1 210.00', '0.00', '605.00', '605.00'],
  ]);
});

const briefOf = ({
  id,
  kind,
  number,
  date,
  act,
  amount,
  kept,
  recovered,
  due,
  paid,
  blocked,
  gross,
  version,
}: CertificateSheet): CertificateBrief => ({
  ...{ id, version: { ...version, name: '' }, kind, number, date, act, amount, kept, recovered, due, paid, blocked },
  work_now: gross.now,
});
const PAID = { on: '2026-11-25', amount: '580.00' };
const LEDGER: Ledger = {
  version_id: 3,
  version_number: 1,
  versions: [{ id: 3, number: 1, name: '' }],
  project_id: 8,
  currency: 'EUR',
  terms: { id: 2, terms: SHEET.terms, made_at: '2026-01-01T00:00:00.000Z', made_by: 'Ann' },
  contract: { net: '1000.00', gross: '1210.00' },
  extras: { net: '0.00', gross: '0.00' },
  settled: { net: '0.00', gross: '0.00' },
  certified: { net: '500.00', gross: '605.00' },
  kept: '15.00',
  released: '10.00',
  advance: { paid: '0.00', recovered: '0.00', left: '0.00' },
  due: '590.00',
  paid: '580.00',
  certificates: [
    briefOf({ ...ISSUED, paid: PAID }),
    {
      ...briefOf(ISSUED),
      id: 7,
      kind: 'release',
      number: '2',
      date: '2026-11-30',
      act: null,
      amount: '10.00',
      due: '10.00',
      work_now: '0.00',
      kept: '15.00',
    },
    {
      ...briefOf(SHEET),
      number: '3',
      act: { id: 5, number: '2' },
      due: '-12.10',
      blocked: { detail: 'Act 2 is not accepted yet', code: 'act_not_accepted' },
    },
  ],
};

test('the payments of a contract have figures, certificates in order, and a chart available to screen readers', () => {
  render(
    <Router>
      <LedgerHead ledger={LEDGER} />
      <CertificateTable ledger={LEDGER} blocked={null} onPay={() => undefined} />
      <PaymentPicture ledger={LEDGER} />
    </Router>,
  );
  const figures = [...document.querySelectorAll('dl > div')].map((figure) =>
    [...figure.children].map(({ textContent }) => plain(textContent)),
  );
  expect(figures).toEqual([
    ['Contract', '1 210.00', '1 000.00 without taxes'],
    ['Certified', '605.00', '500.00 without taxes'],
    ['Kept back', '15.00'],
    ['Released', '10.00'],
    ['Due', '590.00', '10.00 not paid yet'],
    ['Paid', '580.00'],
  ]);
  expect(rowsOf('Certificates').slice(1)).toEqual([
    ['Certificate 1Act 1', '11/20/26', '605.00', '25.00', '580.00', 'Paid 580.00, 11/25/26'],
    ['Certificate 2Release of retention', '11/30/26', '0.00', '15.00', '10.00', 'Not paid yetMark paid'],
    ['Certificate 3Act 2', 'Not issued', '605.00', '25.00', '−12.10', 'Act 2 is not accepted yet'],
  ]);
  expect(screen.getByRole('link', { name: 'Certificate 2' }).getAttribute('href')).toBe('/certificate/7');
  expect(screen.getByRole('link', { name: 'Certificate 3' }).getAttribute('href')).toBe('/act/5/certificate');
  expect(rowsOf(/^Certified, due and kept back/).slice(1)).toEqual([
    ['Certificate 1', '11/20/26', '605.00', '580.00', '25.00'],
    ['Certificate 2', '11/30/26', '605.00', '590.00', '15.00'],
  ]);
});

/** The first certificate of an act under version 2, with Brick at 6 instead of 5 and 16.00 settled (tests/server/contractCertificates.test.ts). */
const four = (contract: string, before: string, to_date: string, now: string) => ({ contract, before, to_date, now });
const CARRIED: CertificateSheet = {
  ...SHEET,
  version: { id: 4, number: 2 },
  lists: [
    { id: 1, title: 'Walls', ...four('70.00', '40.00', '40.00', '0.00') },
    { id: 2, title: 'Roof', ...four('36.00', '0.00', '12.00', '12.00') },
  ],
  additional: [],
  carried: [
    {
      from: { id: 3, number: 1 },
      ...four('16.00', '16.00', '16.00', '0.00'),
      gross: '19.36',
      taxes: [{ name: 'VAT', percent_total: '21', amount: '3.36' }],
    },
  ],
  revaluation: { from: { id: 3, number: 1 }, ...four('0.00', '-5.00', '0.00', '5.00'), gross: four('0.00', '-6.05', '0.00', '6.05') },
  net: four('122.00', '51.00', '68.00', '17.00'),
  taxes: [
    {
      name: 'VAT',
      percent_total: '21',
      ...four('25.62', '10.71', '14.28', '3.57'),
      ...{ payable: '14.28', payable_before: '10.71', settled: '3.36', revaluation: '1.05' },
    },
  ],
  gross: four('147.62', '61.71', '82.28', '20.57'),
  original: { net: '100.00', gross: '121.00' },
  extras: { rows: 1, net: '6.00', gross: '7.26' },
  ...{ work: '68.00', retained: '3.40', released: '1.00', kept: '2.40', payable: '79.88', due_before: '60.16', due: '19.72' },
};

test('after a change of version a sheet shows settled work and the effect of the change, each with its reason', () => {
  render(
    <>
      <SheetLines sheet={CARRIED} />
      <ListFigures sheet={CARRIED} />
    </>,
  );
  expect(rowsOf('From the contract to the amount due').slice(1, 9)).toEqual([
    ['1', 'Version 2 as agreed, with taxes100.00 + 21.00 of taxes = 121.00', '121.00'],
    ['2', 'Approved extrasApproved for 1 row: the contract with it less the contract without', '7.26'],
    ['', 'Settled from version 1, with taxesWork done under version 1 that later versions have no row for: a fixed amount', '19.36'],
    ['3', 'Contract, with taxesThe version, its extras and what was settled before', '147.62'],
    ['', 'Work without taxes51.00 before + 5.00 by the change of version + 12.00 now = 68.00', '68.00'],
    ['', 'VAT on the work21 % of 68.00 = 14.28', '14.28'],
    ['4', 'Work completed to date, with taxes68.00 + 14.28 of taxes = 82.28', '82.28'],
    [
      '',
      'Of which, from the change from version 1 to 2Work certified before was worth 61.71 and is worth 67.76 at the prices of version 2',
      '6.05',
    ],
  ]);
  expect(rowsOf('By list and in total').slice(3)).toEqual([
    ['Settled from version 1Work that later versions have no row for: a fixed amount', '16.00', '16.00', '16.00', '0.00'],
    [
      'Change from version 1 to version 2The lines above show earlier certified work at the prices of version 2. This line is the difference from the amounts certified',
      ...['0.00', '−5.00', '0.00', '5.00'],
    ],
    ['Total', '122.00', '51.00', '68.00', '17.00'],
    ['VAT 21 %', '25.62', '10.71', '14.28', '3.57'],
    ['of which on settled work', '3.36', '3.36', '3.36', '0.00'],
    ['of which from the change of version', '0.00', '−1.05', '0.00', '1.05'],
    ['Total with taxes', '147.62', '61.71', '82.28', '20.57'],
  ]);
});

test('a contract of several versions shows its extras and settled work, and the version of each certificate', () => {
  const versions = [
    { id: 3, number: 1, name: '' },
    { id: 4, number: 2, name: 'Slate' },
  ];
  const certificates = LEDGER.certificates.map((each, at) => ({ ...each, version: versions[at === 0 ? 0 : 1] ?? each.version }));
  const more = { extras: { net: '6.00', gross: '7.26' }, settled: { net: '16.00', gross: '19.36' } };
  render(
    <Router>
      <LedgerHead ledger={{ ...LEDGER, ...more, versions }} />
      <CertificateTable ledger={{ ...LEDGER, versions, certificates }} blocked={null} onPay={() => undefined} />
    </Router>,
  );
  const [contract] = [...document.querySelectorAll('dl > div')].map((figure) => plain(figure.textContent));
  expect(contract).toBe('Contract1 210.001 000.00 without taxesof which 7.26 approved extrasof which 19.36 settled under earlier versions');
  expect(
    rowsOf('Certificates')
      .map(([name]) => name)
      .slice(1),
  ).toEqual([
    'Certificate 1Act 1 · Version 1',
    'Certificate 2Release of retention · Version 2, Slate',
    'Certificate 3Act 2 · Version 2, Slate',
  ]);
});

test('a certificate of 0 is neither paid nor unpaid', () => {
  const nothing = { ...briefOf(ISSUED), due: '0.00' };
  render(
    <Router>
      <CertificateTable ledger={{ ...LEDGER, certificates: [nothing] }} blocked={null} onPay={() => undefined} />
    </Router>,
  );
  expect(rowsOf('Certificates')[1]?.at(-1)).toBe('');
});

test('terms are described in sentences, also for a rate of 0 and for no terms', () => {
  const said = (terms: Partial<typeof SHEET.terms>) => termsInWords({ ...SHEET.terms, ...terms }, 'EUR').map(plain);
  expect([
    said({ retention: null }),
    said({ retention: { rate: '0', limit: { form: 'amount', value: '3000' } }, base: 'gross' }),
    said({ retention: null, advance: { amount: '5000.00', rate: '25', threshold: '10', paid_on: '2026-01-31' }, taxes: 'on payment' }),
  ]).toEqual([
    ['All work done is due, with taxes.'],
    ['0 % of the total with taxes is kept back, at most 3 000 EUR.', 'Taxes are on all work certified.'],
    [
      'An advance of 5 000.00 EUR is recovered at 25 % of the work beyond 10 % of the contract.',
      'It was paid on 01/31/26, separately from the certificates.',
      'Taxes are on the payment.',
    ],
  ]);
  expect(plain(dueInWords('-12.10', 'EUR'))).toBe('The contractor owes the client 12.10 EUR');
});
