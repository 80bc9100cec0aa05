import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { Certainty, ImportLists, ImportSummary } from '../../../domain/api/importShapes.ts';
import { noPrices } from '../../../domain/sentences/certainty.ts';
import { noFileRows } from '../../../domain/sentences/files.ts';
import { notANumber } from '../../../domain/sentences/imports.ts';
import { described } from '../../../domain/sentences/sentence.ts';
import { type Model, rules } from '../model.ts';
import { decidedLists } from './found.ts';
import { importMachine } from './import.ts';

const list = (id: number) => ({
  id,
  title: `List ${id}`,
  sheet: 'S',
  order: id,
  included: true,
  is_hidden: false,
  row_count: 2,
  updated_count: 1,
  error_count: 0,
  total: '1.00',
  file_total: null,
  why: null,
  certainty: 'sure' as const,
  doubts: [],
});
const line: ImportLists['lines'][number] = {
  id: 3,
  kind: 'tax',
  name: 'VAT',
  percent_total: '20',
  percent_labour: null,
  percent_materials: null,
  percent_tools: null,
  stated: null,
  sheet: 'S',
  included: true,
};
const DOUBT: ImportLists['doubts'][number] = { ...noPrices(), list_id: 2, amount: null, remedy: null, difference: null };
/** The lists of an import with this status. */
export const listsFound = (status: ImportLists['status'], isFirst: boolean, certainty: Certainty = 'sure'): ImportLists => ({
  import_id: 40,
  revision: 1,
  new_lists: status === 'reading' || status === 'refused' ? [] : [list(1), list(2)],
  is_first_import: isFirst,
  currency_code: null,
  version_id: isFirst ? null : 1,
  status,
  progress: 0.5,
  file_name: 'estimate.xlsx',
  refusal: status === 'refused' ? noFileRows() : null,
  lines: status === 'reading' || status === 'refused' ? [] : [line],
  vanished_count: 0,
  certainty,
  doubts: certainty === 'sure' ? [] : [DOUBT],
  comparison: null,
  sheets_left_out: [],
  errors: errorsIn(status),
});
const zero = { labour: '0.00', materials: '0.00', tools: '0.00', total: '0.00' };
const summary = { costs: [], subtotal: zero, additional: [], total: zero, taxes: [], total_with_taxes: zero };
const numbers: ImportSummary = { saved_summary: summary, new_summary: summary, causes: null };
const wrong = (row_id: number, position: number) => ({
  row_id,
  row_index: position + 2,
  position,
  cells: [{ place: `D${position + 2}`, column_index: 3, field: 'quantity', value: 'many', ...described(notANumber()) }],
});
const errorsIn = (status: ImportLists['status']): ImportLists['errors'] =>
  status === 'errors_found'
    ? [
        { list_id: 1, sheet: 'S', rows: [wrong(9, 0), wrong(10, 1)] },
        { list_id: 2, sheet: 'S', rows: [wrong(11, 0)] },
      ]
    : [];
const file = new File(['rows'], 'estimate.xlsx');
const offline = new Unanswered('offline');
const gone = new Refused(404, { detail: 'Not found' });

export const importModel: Model<typeof importMachine> = {
  machine: importMachine,
  starts: () => ({ 'a project without a file': { isUnderWay: false }, 'a file under way': { isUnderWay: true } }),
  stateKey: ({
    value,
    context: { found: there, brought, sent, change, waiting, requested, refusedColumn, sentence, numbers: compared, seenDoubts },
  }) => ({
    value,
    status: there?.status ?? null,
    isFirst: there?.is_first_import ?? null,
    certainty: there?.certainty ?? null,
    isSeen: seenDoubts.length > 0,
    change: change?.what ?? null,
    waiting: waiting.map(({ what }) => what),
    requested: requested?.type ?? null,
    isSaid: sentence !== null,
    isOfColumn: refusedColumn !== null,
    isBrought: brought !== null,
    sent,
    progress: there?.progress ?? null,
    isCompared: compared !== null,
  }),
  events: (snapshot) => {
    const { context } = snapshot;
    const isFirst = context.found?.is_first_import ?? true;
    const isIncluded = context.found === null || decidedLists(context.found, context).lines.some(({ included }) => included);
    const answers = [
      { type: 'xstate.done.actor.change', output: listsFound('importable', isFirst) },
      { type: 'xstate.error.actor.change', error: offline },
      { type: 'xstate.error.actor.change', error: gone },
    ] as const;
    const requests = [
      { type: 'change.made', change: { what: 'line', id: 3, included: !isIncluded } },
      { type: 'change.made', change: { what: 'column', listId: 1, column: 3, takenFor: 'ignore' } },
      { type: 'removal.requested', removal: { what: 'row', id: 9 } },
      { type: 'finish.requested' },
      { type: 'cancel.requested' },
    ] as const;
    // The dialog covers the screen.
    const isRemoving = snapshot.matches({ reviewing: 'changing' }) && context.change?.what === 'row';
    // One that waits covers every larger number, and whatever else happens meanwhile.
    if (context.waiting.length > 0 || context.requested !== null) return answers;
    return [
      { type: 'file.chosen', file },
      { type: 'upload.progressed', fraction: 0.4 },
      { type: 'reading.progressed', progress: 0.8 },
      { type: 'reading.ended' },
      { type: 'text.pasted', text: 'Name\tQuantity' },
      { type: 'list.chosen', id: 2 },
      { type: 'filter.chosen', filter: 'errors' },
      { type: 'error.sought' },
      ...(isRemoving ? [] : requests),
      { type: 'lists.changed', found: listsFound('importable', isFirst) },
      { type: 'lists.changed', found: listsFound('errors_found', isFirst) },
      { type: 'import.ended', isVersion: false },
      { type: 'removal.confirmed' },
      { type: 'removal.declined' },
      { type: 'doubts.accepted' },
      { type: 'doubts.declined' },
      { type: 'numbers.confirmed', goesOn: false },
      { type: 'numbers.confirmed', goesOn: true },
      { type: 'carry.left' },
      { type: 'carry.postponed' },
      { type: 'carry.made', versionId: 3 },
      { type: 'numbers.declined' },
      { type: 'cancel.confirmed' },
      { type: 'cancel.declined' },
      { type: 'load.retried' },
      { type: 'xstate.done.actor.upload' },
      { type: 'xstate.error.actor.upload', error: new Refused(415, { detail: 'This is not a spreadsheet' }) },
      { type: 'xstate.done.actor.readLists', output: listsFound('reading', true) },
      { type: 'xstate.done.actor.readLists', output: listsFound('refused', true) },
      { type: 'xstate.done.actor.readLists', output: listsFound('errors_found', true) },
      { type: 'xstate.done.actor.readLists', output: listsFound('importable', true) },
      { type: 'xstate.done.actor.readLists', output: listsFound('importable', false) },
      { type: 'xstate.done.actor.readLists', output: listsFound('importable', true, 'unsure') },
      { type: 'xstate.done.actor.readLists', output: listsFound('importable', false, 'unsure') },
      { type: 'xstate.error.actor.readLists', error: gone },
      { type: 'xstate.error.actor.readLists', error: offline },
      { type: 'xstate.after.untilAskedAgain.import.reading.waiting.listening' },
      { type: 'xstate.after.untilTriedAgain.import.reading.failed' },
      ...answers,
      { type: 'xstate.done.actor.readNumbers', output: numbers },
      { type: 'xstate.error.actor.readNumbers', error: offline },
      { type: 'xstate.done.actor.finish', output: 3 },
      { type: 'xstate.done.actor.finish', output: null },
      { type: 'xstate.error.actor.finish', error: offline },
      { type: 'xstate.error.actor.finish', error: gone },
      { type: 'xstate.done.actor.cancel' },
      { type: 'xstate.error.actor.cancel', error: offline },
      { type: 'xstate.error.actor.cancel', error: gone },
    ];
  },
  broken: (snapshot) => {
    const {
      found: there,
      brought,
      listId,
      change,
      waiting,
      requested,
      filter,
      sought,
      sentence,
      refusedColumn,
      numbers: compared,
    } = snapshot.context;
    return rules({
      'what is reviewed has been found': !snapshot.matches('reviewing') || there !== null,
      'the active list is one of those found': listId === null || there?.new_lists.some(({ id }) => id === listId) === true,
      'a change is of something': !snapshot.matches({ reviewing: 'changing' }) || change !== null,
      'what is asked before it is done can be declined': !snapshot.matches({ reviewing: 'confirmingRemoval' }) || change !== null,
      'nothing is kept of a change that is over': !snapshot.matches({ reviewing: 'idle' }) || change === null,
      'nobody waits while nothing is done': !snapshot.matches({ reviewing: 'idle' }) || (waiting.length === 0 && requested === null),
      'what is sent is there, and only then': snapshot.matches('uploading') === (brought !== null),
      'the error sought is in the list on screen':
        sought === null || sought.listId === listId || there?.new_lists.every(({ id }) => id !== sought.listId) === true,
      'a column is refused with a reason': refusedColumn === null || sentence !== null,
      'rows that vanished are of a later import': filter !== 'vanished' || there?.is_first_import === false,
      'an unsure file is finished on doubts that were seen':
        !snapshot.matches('finishing') || there?.certainty !== 'unsure' || snapshot.context.seenDoubts.length > 0,
      'only an importable file is finished': !snapshot.matches('finishing') || there?.status === 'importable',
      'the first import finishes directly': !snapshot.matches({ reviewing: 'checkingNumbers' }) || there?.is_first_import === false,
      'what is carried goes on from an earlier version': !snapshot.matches({ reviewing: 'carrying' }) || there?.is_first_import === false,
      'a later import is finished on numbers that were seen':
        !(snapshot.matches('finishing') && there?.is_first_import === false) || compared !== null,
    });
  },
};
