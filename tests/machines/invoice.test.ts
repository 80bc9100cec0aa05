import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { CHECK, COMPANY_MISSING, invoiceModel } from '../../src/machines/invoice/invoice.model.ts';
import { invoiceMachine } from '../../src/machines/invoice/invoice.ts';
import { testEdges } from '../model/edges.ts';
import { holdCalls } from '../model/world.ts';

testEdges(invoiceModel, { promises: ['check', 'make'] });

const CHOSEN = { syntax: 'ubl', type: '875', untaxed: null, reason: '' } as const;

test('the details named by a refusal replace those known to be missing, and the check runs again once they are entered', async () => {
  const calls = holdCalls();
  const actor = createActor(invoiceMachine.provide({ actors: { check: calls.actor('check'), make: calls.actor('make') } })).start();
  const context = () => actor.getSnapshot().context;
  actor.send({ type: 'invoice.opened', certificateId: 5 });
  await calls.resolve('check', { check: CHECK, chosen: CHOSEN });
  actor.send({ type: 'form.chosen', chosen: { syntax: 'cii' } });
  actor.send({ type: 'invoice.requested' });
  const refused = invoiceModel.events(actor.getSnapshot()).find(({ type }) => type === 'xstate.error.actor.make');
  await calls.reject('make', refused !== undefined && 'error' in refused ? refused.error : null);
  expect(context().check?.broken).toEqual(COMPANY_MISSING.broken);
  expect(context().sentence?.code).toBe('invoice_broken');
  actor.send({ type: 'invoice.requested' });
  expect(actor.getSnapshot().value).toEqual({ open: 'choosing' });
  actor.send({ type: 'party.opened', party: 'client' });
  actor.send({ type: 'party.saved' });
  await calls.resolve('check', { check: CHECK, chosen: { ...CHOSEN, syntax: 'cii' } });
  actor.send({ type: 'invoice.requested' });
  await calls.resolve('make', '3-cii.xml');
  expect(context()).toMatchObject({ saved: '3-cii.xml', chosen: { syntax: 'cii' }, sentence: null });
});

test('choices and texts entered during a check are kept', async () => {
  const calls = holdCalls();
  const actor = createActor(invoiceMachine.provide({ actors: { check: calls.actor('check'), make: calls.actor('make') } })).start();
  actor.send({ type: 'invoice.opened', certificateId: 5 });
  await calls.resolve('check', { check: { ...CHECK, untaxed: 'zero' }, chosen: CHOSEN });
  actor.send({ type: 'why.chosen', untaxed: 'AE' });
  actor.send({ type: 'why.chosen', untaxed: 'E' });
  actor.send({ type: 'form.chosen', chosen: { syntax: 'cii' } });
  actor.send({ type: 'reason.typed', reason: 'Art. 135' });
  await calls.resolve('check', { check: { ...CHECK, untaxed: 'zero' }, chosen: { ...CHOSEN, untaxed: 'E' } });
  expect(actor.getSnapshot().context.chosen).toEqual({ syntax: 'cii', type: '875', untaxed: 'E', reason: 'Art. 135' });
});
