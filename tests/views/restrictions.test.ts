import { expect, test } from 'vitest';
import type { Act } from '../../domain/api/shapes.ts';
import { restrictionsOf } from '../../src/views/act/restrictions.ts';

const statuses = [
  { id: 1, name: 'Draft', code: 'draft', order: 1, color: '#9fa6b3' },
  { id: 3, name: 'Accepted', code: 'accepted', order: 3, color: '#1b804a' },
];
const acts = (...ids: number[]) =>
  ids.map((status_id, at) => ({ id: at + 1, number: String(at + 1), finish_date: null, price: '0.00', status_id }));
const UNANSWERED = { answer: null, answer_link: null };
const restrictions = (id: number, ...ids: number[]) => restrictionsOf({ ...UNANSWERED, id } as Act, acts(...ids), statuses);

test('an open act can be edited; only the latest can be deleted', () => {
  expect(restrictions(2, 3, 1)).toEqual({
    editBlockedBy: null,
    deleteBlockedBy: null,
    statusBlockedBy: null,
    canOnlyBeAccepted: false,
    settleBlockedBy: null,
    hasLater: false,
  });
  expect(restrictions(1, 1, 1)).toEqual({
    editBlockedBy: null,
    deleteBlockedBy: 'Act 2 was made after this one. Only the latest act can be deleted.',
    statusBlockedBy: null,
    canOnlyBeAccepted: false,
    settleBlockedBy: null,
    hasLater: true,
  });
});

test('a final act says that it is locked, and only the status of the latest can be reset', () => {
  const editBlockedBy = 'This act is accepted, so it can no longer be changed. Make corrections in a later act.';
  expect(restrictions(2, 1, 3)).toEqual({
    editBlockedBy,
    deleteBlockedBy: editBlockedBy,
    statusBlockedBy: null,
    canOnlyBeAccepted: false,
    settleBlockedBy: null,
    hasLater: false,
  });
  expect(restrictions(1, 3, 1)).toMatchObject({ editBlockedBy, statusBlockedBy: editBlockedBy, hasLater: true });
});

test('an act before a final one names that one, and can be accepted but nothing else', () => {
  const editBlockedBy = 'Act 3, made after this one, is accepted, so this act can no longer be changed. Make corrections in a later act.';
  expect(restrictions(1, 1, 1, 3)).toMatchObject({ editBlockedBy, statusBlockedBy: null, canOnlyBeAccepted: true });
});

test('nothing is shown as locked until acts and statuses are loaded', () => {
  expect(restrictionsOf({ ...UNANSWERED, id: 1 } as Act, [], []).editBlockedBy).toBeNull();
});

test('a member limited to reading cannot change an act; one limited to acts can do everything but accept it', () => {
  const limited = (can: 'reads' | 'acts', ...ids: number[]) =>
    restrictionsOf({ ...UNANSWERED, id: 1, limit: { can, prices: true } } as Act, acts(...ids), statuses);
  const reading = 'You may only read this project. An admin of the team can change that';
  const claiming = 'In this project you may only enter and submit acts. An admin of the team can change that';
  expect(limited('reads', 1)).toEqual({
    editBlockedBy: reading,
    deleteBlockedBy: reading,
    statusBlockedBy: reading,
    canOnlyBeAccepted: false,
    settleBlockedBy: reading,
    hasLater: false,
  });
  expect(limited('acts', 1)).toEqual({
    editBlockedBy: null,
    deleteBlockedBy: null,
    statusBlockedBy: null,
    canOnlyBeAccepted: false,
    settleBlockedBy: claiming,
    hasLater: false,
  });
  const accepted = 'This act is accepted, so it can no longer be changed. Make corrections in a later act.';
  expect(limited('acts', 3)).toMatchObject({ editBlockedBy: accepted, statusBlockedBy: accepted });
});
