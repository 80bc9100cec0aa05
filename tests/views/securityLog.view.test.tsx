import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventFrom } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import type { SecurityEntry } from '../../domain/api/securityLogRoutes.ts';
import { securityLogOf } from '../../src/compose/screens/securityLog.ts';
import type { Model } from '../../src/machines/model.ts';
import { securityLogModel } from '../../src/machines/securityLog/securityLog.model.ts';
import { EVERYTHING, type securityLogMachine } from '../../src/machines/securityLog/securityLog.ts';
import { takeLanguageFrom } from '../../src/messages/messages.ts';
import { shownDay } from '../../src/views/dates.ts';
import { csvOf } from '../../src/views/log/csv.ts';
import { Log } from '../../src/views/log/Log.tsx';
import { detailOf } from '../../src/views/log/words.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

type Machine = typeof securityLogMachine;
const DAY = '2026-01-02';
const ENTRY: SecurityEntry = {
  id: 7,
  at: '2026-01-02T10:00:00.000Z',
  kind: 'role_changed',
  user_id: 1,
  user_name: 'Ann',
  about: 'Bob',
  was: 'regular',
  becomes: 'admin',
  address: '192.0.2.7',
  device: 'Firefox, Windows',
};

const model: Model<Machine> = {
  ...securityLogModel,
  events: (snapshot) => [
    { type: 'filter.chosen', filter: snapshot.context.filter.from === null ? { ...EVERYTHING, from: DAY } : EVERYTHING },
    ...securityLogModel.events(snapshot).filter(({ type }) => type !== 'filter.chosen'),
  ],
};
const button = (name: string) => screen.queryByRole('button', { name });
/** Whether a button is there, and busy. */
const stateOf = (name: string) => {
  const found = button(name);
  return found === null ? null : found.getAttribute('aria-busy') === 'true';
};
const press = (name: string): void => void fireEvent.click(button(name) ?? document.body);

testView<Machine>({
  model,
  start: 'opened',
  promises: ['load', 'makeFile'],
  async show(ready) {
    const stage = await stageFor('Ann');
    const api = (async () => ({ entries: [], has_more: false })) as unknown as Api;
    const part = securityLogOf(api, 7);
    part.entries.set([ENTRY]);
    await show(stage, <Log part={{ ...part, machine: ready(part.machine) }} />);
  },
  act(event: EventFrom<Machine>) {
    switch (event.type) {
      case 'filter.chosen':
        return void fireEvent.change(screen.getByLabelText('From'), { target: { value: event.filter.from === null ? '' : '01/02/26' } });
      case 'more.asked':
        return press('Show older entries');
      case 'file.asked':
        return press('Export as CSV');
      case 'load.retried':
        return press('Try again');
    }
  },
  seen: () => ({
    rows: screen.queryAllByRole('row').length,
    isReading: screen.queryByText('Loading the security log') !== null,
    more: stateOf('Show older entries'),
    file: stateOf('Export as CSV'),
    said: screen.queryByRole('alert')?.textContent ?? null,
  }),
  due({ value, context: { hasMore, sentence } }) {
    const isShown = value !== 'reading' && value !== 'failed';
    return {
      rows: isShown ? 2 : 0,
      isReading: value === 'reading',
      more: hasMore && (value === 'ready' || value === 'readingMore') ? value === 'readingMore' : null,
      file: value === 'makingFile',
      said: sentence === null ? null : expect.stringContaining(sentence.detail),
    };
  },
});

test('a file of the log has a line for each entry, in words, and no cell that a spreadsheet would compute', () => {
  const evil = ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '|calc', '%0'];
  const file = csvOf([ENTRY, ...evil.map((about, at) => ({ ...ENTRY, id: at, about, was: '', becomes: '' }))]);
  expect(file.startsWith('\ufeff"When","What","Who","About"')).toBe(true);
  expect(file).toContain('"2026-01-02T10:00:00.000Z","Role changed","Ann","Bob: Regular → Admin","192.0.2.7","Firefox, Windows"\r\n');
  for (const cell of file.slice(1).matchAll(/(?:^|,|\n)"((?:[^"]|"")*)"/g)) expect(cell[1]).not.toMatch(/^[=+\-@\t\r\n|%]/);
});

test('in a language with a decimal comma cells are separated by semicolons, because its spreadsheets open a comma-separated file in one column', () => {
  try {
    for (const language of ['de', 'lv'] as const) {
      takeLanguageFrom(() => language);
      const [, line = ''] = csvOf([ENTRY]).split('\r\n');
      expect(line.split('";"')).toHaveLength(6);
    }
  } finally {
    takeLanguageFrom(() => 'en');
  }
});

test('the ways of a log-in are listed in words', () => {
  const file = csvOf([{ ...ENTRY, kind: 'sign_in', about: '', was: '', becomes: 'password, recovery_code' }]);
  expect(file).toContain('"Logged in","Ann","password, recovery code"');
});

test('changed settings are named in words; team names are shown as names', () => {
  const said = (was: string, becomes: string) => detailOf({ kind: 'settings_changed', about: '', was, becomes });
  expect([said('', 'company'), said('', 'e-invoices'), said('', 'no second factor'), said('', 'a second factor from 2026-03-09')]).toEqual([
    'Company',
    'Company on e-invoices',
    'no second factor',
    `a second factor from ${shownDay('2026-03-09')} on`,
  ]);
  expect([said('read, all', 'company')]).toEqual(['read, all → company']);
  // Midnight in Auckland, where the day was chosen and is read.
  vi.stubEnv('TZ', 'Pacific/Auckland');
  expect(said('', 'a second factor from 2026-03-08T11:00:00.000Z')).toBe(`a second factor from ${shownDay('2026-03-09')} on`);
  vi.unstubAllEnvs();
});

test('a limit and its projects are described in words, a project by its name', () => {
  const said = (was: string, becomes: string) => detailOf({ kind: 'limits_changed', about: 'Pat', was, becomes });
  expect(said('all projects', 'acts, no prices')).toBe('Pat: All projects → Acts only, no prices');
  expect(said('later projects', 'reads')).toBe('Pat: Projects created later → Read only');
  expect(said('Yard, acts', 'everything')).toBe('Pat: Yard, acts → Everything');
  expect(detailOf({ kind: 'token_made', about: 'Nightly', was: '', becomes: 'acts' })).toBe('Nightly: Read, enter and submit acts');
});
