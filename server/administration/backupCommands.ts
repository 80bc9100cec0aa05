import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isEncrypted } from '../backup/format.ts';
import { askedPassphrase, givenPassphrase } from '../backup/passphrase.ts';
import { describedBackup } from '../backup/reading.ts';
import { refuseUnknown } from '../backup/restore.ts';
import { backUp, openSettings, settingsFor } from '../backup/source.ts';
import { countsInWords } from '../backup/tables.ts';
import { inScratch, openTarget } from '../backup/target.ts';
import { Unusable } from '../backup/unusable.ts';
import { lowerPriority } from '../lowerPriority.ts';
import { wrongTotals } from '../totals/wrong.ts';
import { EXIT, Misused, typed } from './typed.ts';
import { foundInWords } from './upkeep.ts';

export const BACKUP_HELP = `npm run backup -- FILE            writes a backup; a server may be at work meanwhile
npm run backup -- --check FILE    proves a backup: restores it into a scratch database and recomputes every total

  --encrypt   asks for a passphrase and encrypts the file with it (age); without it, BACKUP_PASSPHRASE or
              BACKUP_PASSPHRASE_FILE say whether the file is encrypted
  --check     changes nothing of the installation
  --help      shows this

It backs up what DATA_DIR or DATABASE_URL name. Exit codes: 0 done, 1 failed, 2 typed wrongly.`;

export const RESTORE_HELP = `npm run restore -- FILE            fills an empty place with a backup
npm run restore -- FILE --replace  puts the backup in the place of what is there, after saying what will be lost

  --yes       does not ask: for scripts
  --help      shows this

It restores into what DATA_DIR or DATABASE_URL name; stop every server on it first. All of the backup is restored or
nothing is changed. Exit codes: 0 done, 1 failed, 2 typed wrongly.`;

const NICE = 10;
type Say = (line: string) => void;
const fileAt = (env: NodeJS.ProcessEnv, name = '') => resolve(env.INIT_CWD ?? process.cwd(), name);
const countsOf = (tables: Readonly<Record<string, { readonly rows: number }>>) =>
  Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows]));
const sizeInWords = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

async function passphraseOf(path: string, config: ReturnType<typeof settingsFor>): Promise<string | null> {
  if (!(await isEncrypted(path))) return null;
  return givenPassphrase(config.backups) ?? (await askedPassphrase(`Passphrase of ${path}: `));
}

async function newPassphrase(): Promise<string> {
  const first = await askedPassphrase('Passphrase for the backup: ');
  if (first.length < 8) throw new Unusable('A passphrase has at least 8 characters. Nothing was written');
  if ((await askedPassphrase('The same again: ')) !== first) throw new Unusable('The two are not the same. Nothing was written');
  return first;
}

/** `npm run backup`. Returns the exit code. */
export async function backupCommand(args: readonly string[], env: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const { values, names } = typed(args, { check: { type: 'boolean' }, encrypt: { type: 'boolean' }, help: { type: 'boolean' } }, 0, 1);
  if (values.help === true) {
    say(BACKUP_HELP);
    return EXIT.done;
  }
  if (names.length === 0) throw new Misused('The name of a file is missing');
  const path = fileAt(env, names[0]);
  const config = settingsFor(env);
  if (values.check === true) return checkCommand(path, config, say);
  const passphrase = givenPassphrase(config.backups) ?? (values.encrypt === true ? await newPassphrase() : null);
  // A backup must not slow down the people who work.
  lowerPriority(process.pid, NICE);
  const start = performance.now();
  const { bytes, end } = await backUp(config, path, passphrase, openSettings(env));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(
    `${path} is whole: ${countsInWords(countsOf(end.tables))} in ${sizeInWords(bytes)}${passphrase === null ? '' : ', encrypted'}, ${seconds} s`,
  );
  return EXIT.done;
}

async function checkCommand(path: string, config: ReturnType<typeof settingsFor>, say: Say): Promise<number> {
  const passphrase = await passphraseOf(path, config);
  const described = await describedBackup(path, passphrase);
  refuseUnknown(described);
  const { manifest, end } = described;
  say(
    `${path} was made ${manifest.madeAt} by Actum ${manifest.program}, with migrations up to ${manifest.migrations.at(-1)}: ${countsInWords(countsOf(end.tables))}. Its checksums are right`,
  );
  const found = await inScratch({ path, passphrase, described }, (bulk) => wrongTotals(bulk.rows));
  for (const sentence of found.wrong) say(sentence);
  say(`Restored beside the installation and recomputed: ${foundInWords(found)}`);
  return found.wrongCount === 0 ? EXIT.done : EXIT.failed;
}

async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Unusable('Nobody is at the terminal to confirm it: add --yes. Nothing was changed');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`${question} Type yes to go on: `)).trim() === 'yes';
  } finally {
    lines.close();
  }
}

/** `npm run restore`. Returns the exit code. */
export async function restoreCommand(args: readonly string[], env: NodeJS.ProcessEnv, say: Say): Promise<number> {
  const { values, names } = typed(args, { replace: { type: 'boolean' }, yes: { type: 'boolean' }, help: { type: 'boolean' } }, 0, 1);
  if (values.help === true) {
    say(RESTORE_HELP);
    return EXIT.done;
  }
  if (names.length === 0) throw new Misused('The name of a file is missing');
  const path = fileAt(env, names[0]);
  const config = settingsFor(env);
  const passphrase = await passphraseOf(path, config);
  const described = await describedBackup(path, passphrase);
  refuseUnknown(described);
  const target = await openTarget(config);
  try {
    const { existing } = target;
    const isEmpty = existing !== null && ['users', 'teams', 'projects'].every((table) => (existing[table] ?? 0) === 0);
    const location = config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL';
    const lost = existing === null ? 'a database that cannot be read' : countsInWords(existing);
    if (!isEmpty && values.replace !== true)
      throw new Unusable(`There is something in ${location}: ${lost}. Add --replace to put the backup in its place. Nothing was changed`);
    if (!isEmpty) {
      say(`In ${location} will be lost: ${lost}`);
      if (values.yes !== true && !(await isConfirmed('It cannot be taken back.'))) throw new Unusable('Nothing was changed');
    }
    await target.fill({ path, passphrase, described });
    say(
      `Restored into ${location}: ${countsInWords(countsOf(described.end.tables))}, as of ${described.manifest.madeAt}. Everybody has to sign in again`,
    );
    const settings = Object.entries(described.manifest.settings).filter(([name, value]) => name !== 'DATA_DIR' && env[name] !== value);
    if (settings.length > 0)
      say(`Set where it was made, and not so here: ${settings.map(([name, value]) => `${name}=${value}`).join(' ')}`);
    return EXIT.done;
  } finally {
    await target.close();
  }
}
