import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import '../../src/views/payments/InvoicePartyDialog.tsx';
import { ClientDialog } from '../../src/views/paper/ClientDialog.tsx';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import type { Heard } from '../model/honestServer.ts';
import { settled } from '../model/world.ts';
import { show, stageFor } from './stage.tsx';

afterEach(cleanup);

const COMPANY = { name: 'North', address: '', registration: '', logo: null };
const CLIENT = { name: 'Harbour Homes', address: '', registration: '', contract_number: '', contract_date: null };
const ADDRESS = { ...CLIENT, vat_id: '', street: '', city: '', post_code: '', country: '', endpoint: '' };
const BUYER = { ...ADDRESS, buyer_reference: '', order_reference: '' };
const SELLER = { ...ADDRESS, iban: '', bic: '', payment_days: null, contact_name: '', contact_phone: '', contact_email: '' };

/** A server that keeps the client of project 3, by whichever form it is changed. */
function keeping() {
  let client = CLIENT;
  return ({ method, path, body }: Heard) => {
    if (method === 'PUT' && path.startsWith('/projects/3/')) client = { ...client, name: String(body.name ?? client.name) };
    if (path === '/projects/3/parties/') return { company: COMPANY, client };
    if (path.startsWith('/projects/3/')) return { ...BUYER, ...client };
    if (path === '/teams/7/company/' || path === '/teams/7/') return COMPANY;
    if (path === '/teams/7/invoicing/') return SELLER;
    return undefined;
  };
}

async function open(view: 'client' | 'team') {
  const stage = await stageFor('Ann', '/projects', keeping());
  const answerAll = () =>
    act(async () => {
      await settled();
      while (stage.server.pending().length > 0) await stage.server.answer(0);
      await settled();
    });
  const page = {
    client: <ClientDialog open onClose={() => undefined} attributes={{ id: 3, name: 'Pine Yard' }} />,
    team: <TeamSettings open onClose={() => undefined} />,
  }[view];
  const theme = createActor(themeMachine, { input: { stored: null } }).start();
  await show(
    stage,
    <ThemeProvider theme={theme}>
      <Suspense>{page}</Suspense>
    </ThemeProvider>,
    provideScreens(stage.actum),
  );
  while (screen.queryAllByLabelText('Address').length === 0) await answerAll();
  await answerAll();
  return answerAll;
}
const type = (label: string, text: string) => void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const textOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the e-invoice details open over the client’s, which keep what was typed and show what was changed there', async () => {
  const answerAll = await open('client');
  type('Contract number', '17/2026');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Client on e-invoices' }));
    await settled();
  });
  const above = within(await screen.findByRole('dialog', { name: 'Client on e-invoices' }));
  await answerAll();
  fireEvent.change(above.getByLabelText('Client’s name'), { target: { value: 'Harbour Homes SIA' } });
  fireEvent.click(above.getByRole('button', { name: 'Save' }));
  await answerAll();
  await answerAll();
  expect(screen.queryByRole('dialog', { name: 'Client on e-invoices' })).toBeNull();
  expect([textOf('Contract number'), textOf('Client’s name')]).toEqual(['17/2026', 'Harbour Homes SIA']);
});

test('the company on e-invoices opens over the team’s settings, which keep the address that was typed', async () => {
  const answerAll = await open('team');
  type('Address', 'Granite Street 4');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Company on e-invoices' }));
    await settled();
  });
  const above = within(await screen.findByRole('dialog', { name: 'Company on e-invoices' }));
  await answerAll();
  await act(async () => void fireEvent.keyDown(above.getByRole('button', { name: 'Cancel' }), { key: 'Escape' }));
  expect(screen.queryByRole('dialog', { name: 'Company on e-invoices' })).toBeNull();
  expect(textOf('Address')).toBe('Granite Street 4');
});
