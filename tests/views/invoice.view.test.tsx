import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { EventFrom } from 'xstate';
import { type Api, Refused } from '../../domain/api/call.ts';
import type { Buyer, BuyerFields, Seller, SellerFields } from '../../domain/api/invoiceShapes.ts';
import { notVatId } from '../../domain/sentences/invoices.ts';
import { form } from '../../src/compose/calls/forms.ts';
import { invoicesOf } from '../../src/compose/screens/invoices.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { CHECK, COMPANY_MISSING, invoiceModel } from '../../src/machines/invoice/invoice.model.ts';
import { type invoiceMachine, missingIn, unsaidIn } from '../../src/machines/invoice/invoice.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { InvoiceAction } from '../../src/views/payments/InvoiceDialog.tsx';
import type { InvoicesPart } from '../../src/views/payments/invoiceNeeds.ts';
import { settled } from '../model/world.ts';
import { reading } from './samples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ADDRESS = {
  name: 'North',
  registration: '',
  address: 'Granite Street 4',
  vat_id: '',
  street: '',
  city: '',
  post_code: '',
  country: '',
  endpoint: '',
};
const SELLER: Seller = { ...ADDRESS, iban: '', bic: '', payment_days: null, contact_name: '', contact_phone: '', contact_email: '' };
const BUYER: Buyer = { ...ADDRESS, buyer_reference: '', order_reference: '', contract_number: '' };

/** Parties that are known at once and saved at once. */
function partiesAtOnce(invoice: InvoicesPart['invoice']): InvoicesPart {
  const known = <Value,>(value: Value) => {
    const store = new ValueStore<Value>();
    store.set(value);
    return store;
  };
  const [seller, buyer] = [known(SELLER), known(BUYER)];
  const spec = '22.3 Seller and buyer are entered once';
  return {
    invoice,
    seller: () => ({
      known: seller,
      reading,
      form: form<SellerFields, Seller>('invoiceSeller', v.object({}), spec, () => Promise.resolve(SELLER)),
    }),
    buyer: () => ({
      known: buyer,
      reading,
      form: form<BuyerFields, Buyer>('invoiceBuyer', v.object({}), spec, () => Promise.resolve(BUYER)),
    }),
  };
}

async function showWith(invoices: InvoicesPart): Promise<void> {
  const stage = await stageFor('Ann');
  const promise = Promise.resolve(invoices);
  await show(stage, <InvoiceAction certificateId={5} />, { ...provideScreens(stage.actum), invoices: () => promise });
}

type Machine = typeof invoiceMachine;
const dialog = () => screen.queryByRole('dialog');
const inside = () => within(dialog() ?? document.body);
const press = (name: string) => void fireEvent.click(inside().getByRole('button', { name }));
const choose = (option: string) => void fireEvent.click(inside().getByRole('radio', { name: option }));
const FORMATS = { ubl: 'UBL', cii: 'CII' } as const;
const WHY = { Z: 'Zero rated', E: 'Exempt', AE: 'Reverse charge' } as const;
const PARTY = { company: 'Company on e-invoices', client: 'Client on e-invoices' } as const;

testView<Machine>({
  model: {
    ...invoiceModel,
    events: (snapshot) =>
      invoiceModel.events(snapshot).flatMap((event): ReturnType<typeof invoiceModel.events> => {
        const { check } = snapshot.context;
        const missing = missingIn(check);
        // Each missing detail leads to its form, and an invoice with missing details cannot be downloaded.
        if (event.type === 'party.opened')
          return missing.length > 0
            ? [
                { type: 'party.opened', party: 'company' },
                { type: 'party.opened', party: 'client' },
              ]
            : [];
        if (event.type === 'invoice.requested' && missing.length > 0) return [];
        // A form that is open is left by its own button first.
        if (event.type === 'invoice.closed' && snapshot.matches({ open: 'entering' })) return [];
        // One select at a time.
        if (event.type === 'form.chosen')
          return [{ type: 'form.chosen', chosen: { syntax: snapshot.context.chosen?.syntax === 'ubl' ? 'cii' : 'ubl' } }];
        return [event];
      }),
  },
  start: 'closed',
  promises: ['check', 'make'],
  longest: 30,
  show: (ready) => showWith(partiesAtOnce(ready(invoicesOf((() => Promise.reject(new Error('not asked'))) as unknown as Api).invoice))),
  act(event: EventFrom<Machine>) {
    switch (event.type) {
      case 'invoice.opened':
        return void fireEvent.click(screen.getByRole('button', { name: 'E-invoice' }));
      case 'invoice.closed':
        return press('Close');
      case 'reading.retried':
        return press('Try again');
      case 'form.chosen':
        return choose(FORMATS[event.chosen.syntax ?? 'ubl']);
      case 'why.chosen':
        return choose(WHY[event.untaxed]);
      case 'reason.typed':
        return void fireEvent.change(inside().getByLabelText('Reason on the invoice'), { target: { value: event.reason } });
      case 'invoice.requested':
        return press('Download');
      case 'party.opened':
        return press(event.party === 'company' ? 'Enter the company’s data' : 'Enter the client’s data');
      case 'party.left':
        return press('Back');
      case 'party.saved':
        return press('Save');
    }
  },
  seen() {
    const open = dialog();
    const shown = open === null ? null : within(open);
    return {
      title: shown?.getAllByRole('heading', { level: 2 })[0]?.textContent ?? null,
      missing: shown?.queryByRole('region', { name: 'What is missing' }) ? shown.getAllByText(/^(BR|PEPPOL)-/).length : 0,
      alerts: shown?.queryAllByRole('alert').length ?? 0,
      saved: shown?.queryByText(/was checked and downloaded$/)?.textContent ?? null,
      problem: shown?.queryByText(/^(No tax is charged|Say why no tax)/)?.textContent ?? null,
      reason: (shown?.queryByLabelText('Reason on the invoice') as HTMLInputElement | null)?.value ?? null,
    };
  },
  due(snapshot) {
    const { context } = snapshot;
    const { check, chosen, party, saved, sentence, isUnsaid } = context;
    const isOpen = !snapshot.matches('closed');
    const isEntering = snapshot.matches({ open: 'entering' });
    const isShown = isOpen && check !== null && !isEntering && !snapshot.matches({ open: 'unread' });
    const unsaid = isShown && isUnsaid ? unsaidIn(context) : null;
    return {
      title: !isOpen ? null : party === null ? 'E-invoice' : PARTY[party],
      missing: isShown ? missingIn(check).length : 0,
      alerts: sentence !== null && (isShown || snapshot.matches({ open: 'unread' })) ? 1 : 0,
      saved: isShown && saved !== null ? `${saved} was checked and downloaded` : null,
      problem:
        unsaid === null
          ? null
          : unsaid === 'why'
            ? 'No tax is charged. Choose why: zero rated, exempt or reverse charge'
            : 'Say why no tax is charged, for example which section of the law applies',
      reason: isShown && check.untaxed !== 'no' && chosen?.untaxed === 'E' ? chosen.reason : null,
    };
  },
});

/** A server of one certificate; the company's VAT number is refused unless it is right. */
function serverWith(check: typeof CHECK) {
  const asked: { route: string; given: { query?: Record<string, string>; body?: Record<string, unknown> } }[] = [];
  const api = ((route: string, given: (typeof asked)[number]['given']) => {
    asked.push({ route, given });
    if (route === 'GET /certificates/:id/invoice/check/') return Promise.resolve(check);
    if (route === 'GET /certificates/:id/invoice/') return Promise.resolve({ name: '3-ubl.xml', xml: '<Invoice/>', checked: [] });
    if (route === 'GET /teams/:id/invoicing/') return Promise.resolve(SELLER);
    if (route === 'PUT /teams/:id/invoicing/' && given.body?.vat_id === 'LV49999999001')
      return Promise.reject(new Refused(400, { vat_id: [notVatId().detail], codes: { vat_id: [{ code: notVatId().code }] } }));
    return Promise.resolve(SELLER);
  }) as unknown as Api;
  return { asked, api };
}

test('choices are remembered for the project, and a tax of 0 is proposed as zero rated', async () => {
  const { asked, api } = serverWith({ ...CHECK, untaxed: 'zero' });
  await showWith(invoicesOf(api));
  fireEvent.click(screen.getByRole('button', { name: 'E-invoice' }));
  expect(await screen.findByText(/^Certificate 3, due 1.?210.00 EUR$/)).toBeDefined();
  expect(inside().getByRole<HTMLInputElement>('radio', { name: 'Zero rated' }).checked).toBe(true);
  choose('Exempt');
  await settled();
  fireEvent.change(await screen.findByLabelText('Reason on the invoice'), { target: { value: 'Art. 135' } });
  press('Download');
  await screen.findByText('3-ubl.xml was checked and downloaded');
  expect(asked.at(-1)).toMatchObject({
    route: 'GET /certificates/:id/invoice/',
    given: { query: { syntax: 'ubl', type: '875', untaxed: 'E', reason: 'Art. 135', language: 'en' } },
  });
  cleanup();
  await showWith(invoicesOf(api));
  fireEvent.click(screen.getByRole('button', { name: 'E-invoice' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Reason on the invoice')).value).toBe('Art. 135');
});

test('an invalid number is reported at its field, typed text stays, and the address used in prints is filled in', async () => {
  const { asked, api } = serverWith(COMPANY_MISSING);
  await showWith(invoicesOf(api));
  fireEvent.click(screen.getByRole('button', { name: 'E-invoice' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Enter the company’s data' }));
  expect(await screen.findByText('On prints: Granite Street 4')).toBeDefined();
  const field = screen.getByLabelText<HTMLInputElement>('VAT number');
  const iban = screen.getByLabelText<HTMLInputElement>('IBAN');
  fireEvent.change(field, { target: { value: 'LV49999999001' } });
  fireEvent.change(iban, { target: { value: 'LV68TEST0000000000001' } });
  press('Save');
  expect(await screen.findByText('This is not an IBAN: its check digits do not fit')).toBeDefined();
  expect(asked.some(({ route }) => route.startsWith('PUT'))).toBe(false);
  fireEvent.change(iban, { target: { value: '' } });
  press('Save');
  expect(await screen.findByText(/^This is not a VAT number/)).toBeDefined();
  expect(field.value).toBe('LV49999999001');
  fireEvent.change(field, { target: { value: 'LV49999999000' } });
  press('Save');
  expect(await screen.findByText(/^Certificate 3, due 1.?210.00 EUR$/)).toBeDefined();
});
