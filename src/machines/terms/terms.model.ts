import { Refused } from '../../../domain/api/call.ts';
import type { ProjectTerms, TermsFields, TermsMove } from '../../../domain/api/certificateShapes.ts';
import { notNumber } from '../../../domain/sentences/numbers.ts';
import { staleTerms } from '../../../domain/sentences/payments.ts';
import { type Model, rules } from '../model.ts';
import { termsMachine } from './terms.ts';

const agreed = (rate: string): TermsFields => ({ base: 'net', retention: { rate, limit: null }, advance: null, taxes: 'on work' });
/** Five percent retention. */
export const AGREED: ProjectTerms = { id: 2, terms: agreed('5'), made_at: '2026-01-01T00:00:00.000Z', made_by: 'Ann' };
/** Bob has agreed three percent in the meantime. */
export const THEIRS: ProjectTerms = { id: 3, terms: agreed('3'), made_at: '2026-11-20T00:00:00.000Z', made_by: 'Bob' };
export const MOVES: readonly TermsMove[] = [
  {
    act_id: 4,
    number: '1',
    version_number: 1,
    kept: { old: '25.00', new: '50.00' },
    recovered: { old: '0.00', new: '0.00' },
    due: { old: '580.00', new: '555.00' },
  },
];
const START = agreed('10');
const atField = new Refused(400, {
  'retention.rate': [notNumber().detail],
  codes: { 'retention.rate': [{ code: notNumber().code }] },
});
const refused = new Refused(403, { detail: 'You may not do this', code: 'forbidden' });
const stale = new Refused(409, { ...staleTerms(), terms: THEIRS });

export const termsModel: Model<typeof termsMachine> = {
  machine: termsMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { draft, expected, theirs, moves, problems, sentence } }) => ({
    value,
    rate: draft?.rate,
    expected,
    theirs: theirs?.id,
    moves: moves.length,
    problems: Object.keys(problems),
    sentence: sentence?.code,
  }),
  events: () => [
    { type: 'terms.opened', terms: AGREED },
    { type: 'terms.typed', typed: { rate: '10' } },
    { type: 'terms.typed', typed: { rate: 'ten' } },
    { type: 'start.chosen', terms: START },
    { type: 'theirs.taken' },
    { type: 'terms.submitted' },
    { type: 'moves.confirmed' },
    { type: 'moves.declined' },
    { type: 'terms.closed' },
    { type: 'xstate.done.actor.preview', output: [] },
    { type: 'xstate.done.actor.preview', output: MOVES },
    { type: 'xstate.error.actor.preview', error: atField },
    { type: 'xstate.done.actor.set', output: undefined },
    { type: 'xstate.error.actor.set', error: stale },
    { type: 'xstate.error.actor.set', error: refused },
  ],
  broken: (snapshot) => {
    const { draft, theirs, moves, problems, sentence } = snapshot.context;
    return rules({
      'terms that are edited are there': snapshot.matches('closed') === (draft === null),
      'what is asked about moves something': !snapshot.matches('confirming') || moves.length > 0,
      'what is on its way is not refused':
        snapshot.matches('closed') || snapshot.matches('editing') || (Object.keys(problems).length === 0 && sentence === null),
      'what others agreed is decided before anything is sent': theirs === null || snapshot.matches('editing'),
    });
  },
};
