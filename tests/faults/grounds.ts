/** The two engines: a template made once, and a fresh copy of it for every schedule. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import type { Database } from '../../server/db/open.ts';
import { openServer } from '../../server/db/postgres.ts';
import { childrenOf } from '../bench/processes.ts';
import { type Content, fill } from './content.ts';
import { type Disk, makeDisk } from './disk.ts';
import type { Engine } from './schedule.ts';

/** A PostgreSQL server whose faults can be caused. */
interface DatabaseServer {
  readonly socket: string;
  readonly name: string;
  kill(): Promise<void>;
  halt(): Promise<void>;
  /** Starts it unless it runs. */
  start(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** A fresh copy of the template, for one schedule. */
export interface Copy {
  /** Where nodes keep their own files; with the embedded engine the database is there too. */
  readonly folder: string;
  /** Null with the embedded engine. */
  readonly server: DatabaseServer | null;
  /** Opens the database past every proxy; the embedded one only while no node holds it. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

export interface Ground {
  readonly engine: Engine;
  readonly content: Content;
  readonly disk: Disk;
  copy(): Promise<Copy>;
  close(): Promise<void>;
}

export const makeGround = (engine: Engine): Promise<Ground> => (engine === 'postgres' ? postgresGround() : embeddedGround());

async function embeddedGround(): Promise<Ground> {
  const disk = makeDisk();
  process.once('exit', () => disk.remove());
  const template = join(disk.folder, 'template');
  const content = await fill(await openEmbedded(template), template);
  return {
    engine: 'embedded',
    content,
    disk,
    copy: async () => {
      const folder = mkdtempSync(join(disk.folder, 'copy-'));
      cpSync(template, folder, { recursive: true });
      return {
        folder,
        server: null,
        open: () => openEmbedded(folder),
        remove: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
    close: async () => disk.remove(),
  };
}

const TEMPLATE = 'template_of_faults';
/** A small log: the disk is small too. */
const SETTINGS = ['max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=16MB', 'autovacuum=off'];

async function postgresGround(): Promise<Ground> {
  const disk = makeDisk();
  const server = await startPostgres({ parent: disk.folder, settings: SETTINGS });
  process.once('exit', () => disk.remove());
  if (server === null) throw new Error('This machine has no PostgreSQL server programs (Debian: postgresql)');
  const administer = async (statement: string) => {
    const admin = new pg.Client({ connectionString: server.adminUrl });
    await admin.connect();
    try {
      await admin.query(statement);
    } finally {
      await admin.end();
    }
  };
  await administer(`create database ${TEMPLATE}`);
  const content = await fill(await openServer(server.url(TEMPLATE)), join(disk.folder, 'filling'));
  const processes = () => (server.pid === 0 ? [] : [server.pid, ...childrenOf(server.pid)]);
  const signalAll = (signal: NodeJS.Signals) => {
    const all = processes();
    for (const pid of all) signalOne(pid, signal);
    return all;
  };
  let copies = 0;
  return {
    engine: 'postgres',
    content,
    disk,
    copy: async () => {
      copies += 1;
      const name = `copy_${copies}`;
      const folder = join(disk.folder, name);
      mkdirSync(folder);
      await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
      return {
        folder,
        server: {
          socket: server.socket,
          name,
          kill: async () => {
            const killed = signalAll('SIGKILL');
            while (server.pid !== 0 || killed.some(isAlive)) await pause(5);
          },
          halt: server.halt,
          start: async () => {
            if (server.pid === 0) await server.start();
          },
          signal: (signal) => void signalAll(signal),
        },
        open: () => openServer(server.url(name)),
        remove: async () => {
          await administer(`drop database ${name} with (force)`);
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
    close: async () => {
      await server.stop();
      disk.remove();
    },
  };
}

function signalOne(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
/** A process that has ended but was not waited for yet does not count as alive. */
function isAlive(pid: number): boolean {
  if (!signalOne(pid, 0)) return false;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
