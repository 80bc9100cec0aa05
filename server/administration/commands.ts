/** `npm run actum`: the commands with which an administrator manages an installation, from its own machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder, settingsFor } from '../backup/source.ts';
import { Unusable } from '../backup/unusable.ts';
import { type Config, SETTINGS } from '../config.ts';
import { type Conversation, connectToServer } from '../control/socket.ts';
import { openEmbedded } from '../db/embedded.ts';
import { migrationsOf } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { openServer } from '../db/postgres.ts';
import { refuseOtherTables } from './otherTables.ts';
import {
  disableAccount,
  enableAccount,
  listFactors,
  listPeople,
  listTeams,
  makeOwner,
  removeAccount,
  resetFactors,
  restoreDeletedTeam,
  signOut,
} from './people.ts';
import { EXIT, Misused, type Typed, tableOf, typed } from './typed.ts';
import { mails, vacuumHistory, verify } from './upkeep.ts';

interface Surroundings {
  readonly database: Database;
  readonly config: Config;
  readonly publicUrl: string;
}
interface Command {
  readonly usage: string;
  readonly does: string;
  readonly options?: Parameters<typeof typed>[1];
  /** The least and the most names it takes. */
  readonly names?: readonly [number, number];
  readonly run: (around: Surroundings, given: Typed) => Promise<readonly string[]>;
}
const text = (value: string | boolean | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);
const one = ({ names }: Typed): string => names[0] ?? '';

const COMMANDS: Readonly<Record<string, Command>> = {
  people: {
    usage: 'people',
    does: 'lists accounts, their teams and sessions, and registrations that wait',
    run: ({ database }) => listPeople(database),
  },
  teams: { usage: 'teams', does: 'lists teams with their owners', run: ({ database }) => listTeams(database) },
  owner: {
    usage: 'owner EMAIL --name NAME [--team NAME]',
    does: 'makes an account with a team of its own, and prints the link by which its password is chosen',
    options: { name: { type: 'string' }, team: { type: 'string' } },
    names: [1, 1],
    run: ({ database, publicUrl }, given) => {
      const name = text(given.values.name);
      if (name === null) throw new Misused('--name is missing');
      return makeOwner(database, { email: one(given), name, team: text(given.values.team) ?? `${name}'s team` }, publicUrl);
    },
  },
  'sign-out': {
    usage: 'sign-out EMAIL | --all',
    does: 'ends the sessions of an account, or of all',
    options: { all: { type: 'boolean' } },
    names: [0, 1],
    run: ({ database }, given) => {
      if ((given.values.all === true) === (given.names.length === 1)) throw new Misused('Name an account, or --all');
      return signOut(database, given.names[0] ?? null);
    },
  },
  disable: {
    usage: 'disable EMAIL',
    does: 'ends the sessions of an account and refuses it to sign in; what it made stays',
    names: [1, 1],
    run: ({ database }, given) => disableAccount(database, one(given)),
  },
  enable: {
    usage: 'enable EMAIL',
    does: 'lets a disabled account sign in again',
    names: [1, 1],
    run: ({ database }, given) => enableAccount(database, one(given)),
  },
  factors: {
    usage: 'factors EMAIL [--reset]',
    does: 'lists the second factors of an account; --reset removes them, and ends its sessions',
    options: { reset: { type: 'boolean' } },
    names: [1, 1],
    run: ({ database }, given) => (given.values.reset === true ? resetFactors : listFactors)(database, one(given)),
  },
  'delete-account': {
    usage: 'delete-account EMAIL',
    does: 'deletes an account for good: what its person did stays under a former member',
    names: [1, 1],
    run: ({ database }, given) => removeAccount(database, one(given)),
  },
  'restore-team': {
    usage: 'restore-team ID',
    does: 'brings back a deleted team with the members it had, within its 30 days',
    names: [1, 1],
    run: ({ database }, given) => restoreDeletedTeam(database, one(given)),
  },
  mails: {
    usage: 'mails [--now]',
    does: 'lists mails that wait; --now tries them at once',
    options: { now: { type: 'boolean' } },
    run: ({ database }, { values }) => mails(database, values.now === true),
  },
  vacuum: {
    usage: 'vacuum [--dry-run]',
    does: 'thins the history older than HISTORY_DAYS and removes that older than HISTORY_LOG_DAYS, now instead of within the hour',
    options: { 'dry-run': { type: 'boolean' } },
    run: ({ database, config }, { values }) => vacuumHistory(database, config.historyDays, values['dry-run'] === true),
  },
};

/** Commands that need no running server. */
const ALONE = {
  settings: 'prints the settings as they are understood; secrets are hidden',
  verify: 'recomputes every kept total and names those that are wrong; exit code 1 when there are any',
} as const;
const lineOf = (usage: string, does: string) => `  ${usage.padEnd(37)}  ${does}`;

export const ACTUM_HELP = `npm run actum -- COMMAND

${[...Object.values(COMMANDS).map(({ usage, does }) => lineOf(usage, does)), ...Object.entries(ALONE).map(([name, does]) => lineOf(name, does))].join('\n')}

It works on what DATA_DIR or DATABASE_URL name, beside a running server or without one. --help after a command shows its
usage. Exit codes: 0 done, 1 failed, 2 typed wrongly.`;

async function answer(around: Surroundings, args: readonly string[]): Promise<readonly string[]> {
  const [name = '', ...rest] = args;
  const command = commandOf(name);
  const [least, most] = command.names ?? [0, 0];
  return command.run(around, typed(rest, command.options ?? {}, least, most));
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new Misused(name === '' ? 'The name of a command is missing' : `There is no command ${name}`);
  return command;
}

/** The running server's side of a command that it received on its control socket. */
export async function answerOnControlSocket(around: Surroundings, args: readonly string[], conversation: Conversation): Promise<void> {
  try {
    conversation.say({ lines: await answer(around, args) });
  } catch (error) {
    if (error instanceof Misused) conversation.say({ misused: error.message });
    else if (error instanceof Unusable) conversation.say({ refused: error.message });
    else throw error;
  }
}

function settings(env: NodeJS.ProcessEnv): string[] {
  return tableOf(
    ['setting', 'value'],
    Object.entries(SETTINGS).map(([name, setting]) => {
      const value = env[name];
      if (value === undefined || value === '') return [name, `not set: ${setting.without.replaceAll('`', '')}`];
      return [name, 'isSecret' in setting ? 'set, and hidden' : value];
    }),
  );
}

/** `npm run actum`. Returns the exit code. */
export async function actumCommand(args: readonly string[], env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === 'help') {
    say(ACTUM_HELP);
    return EXIT.done;
  }
  const config = settingsFor(env);
  if (name === 'settings' || name === 'verify') {
    const { values } = typed(rest, { help: { type: 'boolean' } }, 0, 0);
    if (values.help === true) {
      say(`npm run actum -- ${name}\n\n${ALONE[name]}`);
      return EXIT.done;
    }
    const { lines, isRight } = name === 'settings' ? { lines: settings(env), isRight: true } : await verify(config);
    for (const line of lines) say(line);
    return isRight ? EXIT.done : EXIT.failed;
  }
  const { usage, does, options = {}, names: [least, most] = [0, 0] } = commandOf(name);
  if (rest.includes('--help')) {
    say(`npm run actum -- ${usage}\n\n${does}`);
    return EXIT.done;
  }
  typed(rest, options, least, most);
  for (const line of await reached(config, args)) say(line);
  return EXIT.done;
}

/** Runs a command where the database is: in the running server, or here. */
async function reached(config: Config, args: readonly string[]): Promise<readonly string[]> {
  const { dataDir, databaseUrl } = config;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  if (databaseUrl !== null) return answerHere(await openServer(databaseUrl), config, publicUrl, args);
  if (!existsSync(join(dataDir, 'database'))) throw new Unusable(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  const conversation = await connectToServer(dataDir);
  if (conversation === null) {
    claimFolder(dataDir, `Another program has ${dataDir} open, and no server answers on its control socket. Stop it, then try again`)();
    return answerHere(await openEmbedded(dataDir), config, publicUrl, args);
  }
  try {
    conversation.say({ ask: 'command', args });
    const answered = await conversation.next();
    if (typeof answered?.misused === 'string') throw new Misused(answered.misused);
    if (typeof answered?.refused === 'string') throw new Unusable(answered.refused);
    if (!Array.isArray(answered?.lines))
      throw new Unusable(`The running server did not do it: ${String(answered?.failed ?? 'it has ended')}`);
    return answered.lines.map(String);
  } finally {
    conversation.leave();
  }
}

async function answerHere(database: Database, config: Config, publicUrl: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    refuseOtherTables(await migrationsOf(database));
    return await answer({ database, config, publicUrl }, args);
  } finally {
    await database.close();
  }
}
