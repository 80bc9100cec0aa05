import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { APPROVED, ASKED, extraModel } from '../../src/machines/extra/extra.model.ts';
import { extraMachine } from '../../src/machines/extra/extra.ts';
import { ExtraDialogs } from '../../src/views/extras/ExtraDialogs.tsx';
import { ExtrasTable } from '../../src/views/extras/ExtrasTable.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof extraMachine;

afterEach(cleanup);

let opened: ActorRefFrom<Machine> | null = null;
/** A screen on which extras are asked for and decided. */
function Opener({ machine }: { readonly machine: Machine }) {
  const actor = useActorRef(machine);
  useEffect(() => {
    opened = actor;
  }, [actor]);
  return <ExtraDialogs actor={actor} decides currency="EUR" />;
}

const dialog = () => screen.queryByRole('dialog');
const inside = () => within(dialog() ?? document.body);
const press = (name: string) => fireEvent.click(inside().getByRole('button', { name }));
const fill = (name: string, value: string) => fireEvent.change(inside().getByRole('textbox', { name }), { target: { value } });

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'extra.wanted':
    case 'decision.wanted':
    case 'withdrawal.wanted':
      return act(async () => opened?.send(event));
    case 'extra.asked':
      fill('How much, m²', event.quantity);
      fill('Reason', event.reason);
      return void press(event.approves ? 'Ask and approve' : 'Ask');
    case 'extra.decided':
      fireEvent.change(inside().getByRole('textbox'), { target: { value: event.text } });
      return void press(inside().queryByRole('button', { name: 'Approve' }) === null ? 'Refuse' : 'Approve');
    case 'withdrawal.confirmed':
      return void press('Withdraw');
    case 'dialog.closed':
      return void press('Cancel');
  }
}

testView<Machine>({
  model: extraModel,
  start: 'closed',
  promises: ['ask', 'approve', 'decide', 'withdraw'],
  longest: 40,
  async show(ready) {
    await show(await stageFor('nobody'), <Opener machine={ready(extraMachine)} />);
  },
  act: does,
  seen() {
    const open = dialog();
    if (open === null) return null;
    const within_ = within(open);
    return {
      title: within_.getByRole('heading').textContent,
      wrong: within_.queryAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid') === 'true').length,
      isWorthSaid: within_.queryByText(/^Adds 129\.26 EUR/) !== null,
    };
  },
  due(snapshot) {
    const { extra, approves, problems } = snapshot.context;
    if (snapshot.matches('closed')) return null;
    const isAsking = snapshot.matches('asking') || snapshot.matches('sending');
    const isWithdrawing = snapshot.matches('confirming') || snapshot.matches('withdrawing');
    return {
      title: isAsking
        ? 'Ask for an extra on “Brickwork”'
        : `${isWithdrawing ? 'Withdraw' : approves ? 'Approve' : 'Refuse'} +12.5 m² of “Brickwork”?`,
      wrong: Object.keys(problems).length,
      isWorthSaid: !isAsking && !isWithdrawing && approves && extra !== null,
    };
  },
});

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const REFUSED = {
  ...ASKED,
  id: 5,
  quantity: '-3',
  status: 'refused' as const,
  act: null,
  decided: { by: 'Ann Owner', at: '2026-11-21T10:00:00.000Z', text: 'Not ordered' },
};
const table = async (decides: boolean, currency: string | null, extras = [ASKED, { ...APPROVED, id: 4 }, REFUSED]) => {
  await show(
    await stageFor('nobody'),
    <ExtrasTable
      extras={extras}
      projectId={1}
      currency={currency}
      decides={decides}
      blocked={null}
      onDecide={() => undefined}
      onWithdraw={() => undefined}
    />,
  );
  return within(screen.getByRole('table', { name: 'Extras' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => ({
      cells: [...row.querySelectorAll('th, td')].map((cell) => plain(cell.textContent)),
      buttons: within(row)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    }));
};

test('a person who decides can approve, refuse and withdraw; a decided extra says by whom and why', async () => {
  const rows = await table(true, 'EUR');
  expect(rows.map(({ buttons }) => buttons)).toEqual([['Approve', 'Refuse', 'Withdraw'], ['Withdraw'], []]);
  expect(rows[0]?.cells.slice(0, 4)).toEqual([
    '1.2 BrickworkWalls',
    '+12.5 m²of 100, 60 done',
    '129.26',
    expect.stringContaining('A longer wall'),
  ]);
  expect(rows[2]?.cells[1]).toContain('−3 m²');
  expect(rows[2]?.cells[4]).toContain('Not ordered');
});

test('others withdraw their own waiting requests, and nobody without prices sees a value', async () => {
  expect(
    (await table(false, 'EUR', [ASKED, { ...ASKED, id: 6, asked: { ...ASKED.asked, is_own: true } }])).map(({ buttons }) => buttons),
  ).toEqual([[], ['Withdraw']]);
  cleanup();
  const [row] = await table(true, null);
  expect(row?.cells).toHaveLength(4);
  expect(row?.cells.join(' ')).not.toContain('129.26');
});
