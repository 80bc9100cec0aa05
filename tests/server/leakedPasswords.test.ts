import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { isLeaked } from '../../server/leakedPasswords.ts';
import { refusal, startServer } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'actum-leaked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
function fileOf(text: string): string {
  files += 1;
  const path = join(folder, `leaked-${files}.txt`);
  writeFileSync(path, text);
  return path;
}
/** The file as it is downloaded. */
const leakedFile = (passwords: readonly string[], end = '\r\n') =>
  fileOf(
    passwords
      .map(hashOf)
      .sort()
      .map((hash, at) => `${hash}:${at * 7 + 1}${end}`)
      .join(''),
  );

test('every password of a file is found wherever its line is, and no other password is', async () => {
  const passwords = Array.from({ length: 500 }, (_, at) => `leaked ${at}`);
  for (const end of ['\r\n', '\n']) {
    const path = leakedFile(passwords, end);
    for (const password of passwords) expect([password, await isLeaked(path, password)]).toEqual([password, true]);
    for (const password of passwords) expect(await isLeaked(path, `not ${password}`)).toBe(false);
  }
});

test('a password is found in files of a few lines, of lines without counts, and with an unfinished last line', async () => {
  const property = fc.asyncProperty(
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
    fc.boolean(),
    async (passwords, hasCounts, hasEnd) => {
      const lines = passwords.map(hashOf).sort();
      const text = lines.map((hash) => (hasCounts ? `${hash}:3` : hash.toLowerCase())).join('\n');
      const path = fileOf(hasEnd ? `${text}\n` : text);
      expect(readConfig({ DATA_DIR: folder, LEAKED_PASSWORDS: path }).leakedPasswords).toBe(path);
      for (const password of passwords) expect(await isLeaked(path, password)).toBe(true);
      expect(await isLeaked(path, `${passwords.join()}, and more`)).toBe(false);
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 7 });
});

describe('a file with invalid content prevents the start', () => {
  const read = (path: string) => () => readConfig({ DATA_DIR: folder, LEAKED_PASSWORDS: path });
  test.each([
    ['is not there', () => join(folder, 'nowhere.txt'), 'must be a file that can be read'],
    ['is a folder', () => folder, 'must be a file'],
    ['is empty', () => fileOf(''), 'must be a file of SHA-1 hashes in their order'],
    ['holds passwords', () => fileOf('password\n123456\nqwerty\n'), 'must be a file of SHA-1 hashes in their order'],
    [
      'is in the order of counts',
      () => fileOf(`${hashOf('b')}:9\n${hashOf('z')}:4\n${hashOf('a')}:2\n${hashOf('c')}:1\n`),
      'in their order',
    ],
    ['holds the hashes of another kind', () => fileOf(`${'0'.repeat(32)}:3\n${'1'.repeat(32)}:3\n`), 'must be a file of SHA-1 hashes'],
    ['has no lines', () => fileOf('A'.repeat(5_000)), 'must be a file of SHA-1 hashes'],
  ])('%s', (_, path, says) => {
    expect(read(path())).toThrow(says);
  });
});

test('a leaked password is refused wherever one is chosen, and later additions to the file count without a restart', async () => {
  const path = leakedFile(['a dry cellar leaked', 'another dry cellar']);
  const server = await startServer({ LEAKED_PASSWORDS: path });
  onTestFinished(() => server.close());
  const says = (field: string) => ({
    status: 400,
    body: { [field]: ['This password is on lists of leaked passwords, which attackers try first. Choose another'] },
  });
  const register = (password: string) =>
    server.call('POST /register/', { body: { name: 'Ann', email: `p${files}@example.com`, password } });
  expect(await refusal(register('a dry cellar leaked'))).toEqual(says('password'));
  const person = await server.person();
  const change = (next: string) => person.call('POST /profile/password/', { body: { old: 'secret-enough', new: next } });
  expect(await refusal(change('another dry cellar'))).toEqual(says('new'));
  await server.call('POST /forgot/', { body: { email: person.email } });
  const hash = (await server.mailsTo(person.email))[0]?.hash ?? '';
  const recover = (password: string) => server.call('POST /password_recovery/', { body: { hash, password } });
  expect(await refusal(recover('another dry cellar'))).toEqual(says('password'));
  await person.call('POST /teams/:id/invitations/', { params: { id: person.teamId }, body: { email: 'new@example.com', role: 'regular' } });
  const invitation = (await server.mailsTo('new@example.com'))[0]?.hash ?? '';
  const join = (password: string) =>
    server.call('POST /invitations/:hash/', { params: { hash: invitation }, body: { name: 'New', password } });
  expect(await refusal(join('a dry cellar leaked'))).toEqual(says('password'));

  renameSync(leakedFile(['secret of the year']), path);
  expect(await refusal(recover('secret of the year'))).toEqual(says('password'));
  // With a damaged file, passwords that may be in it are refused.
  appendFileSync(path, 'x'.repeat(9_000));
  writeFileSync(path, 'x'.repeat(9_000));
  expect((await refusal(recover('whatever it may be'))).status).toBe(500);
  writeFileSync(path, '');
  await recover('another dry cellar');
});
