/**
 * The private door of a server whose database is inside its process: a socket in the data folder that only the user who runs the server can
 * open. Commands are sent here, because no other process may open that database. Both sides send one JSON object a line.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Log, reportError } from '../log.ts';

type Message = Readonly<Record<string, unknown>>;

/** The connection to one caller: `next` is the caller's next message, null once the caller is gone. */
export interface Visit {
  readonly next: () => Promise<Message | null>;
  readonly say: (message: Message) => void;
}
type Visitor = (asked: Message, visit: Visit) => Promise<void>;

/** The longest path of a socket that all systems allow. */
const LONGEST_PATH = 100;
const socketIn = (dataDir: string): string => join(dataDir, 'control.sock');

function visitOf(socket: Socket): Visit {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    next: async () => {
      const line = await lines.next().catch(() => ({ done: true, value: undefined }) as const);
      if (line.done === true) return null;
      try {
        return JSON.parse(line.value) as Message;
      } catch {
        return null;
      }
    },
    say: (message) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
    },
  };
}

/** Opens the door of a data folder that this process has locked. A folder whose path is too long for a socket has no door. */
export async function openDoor(dataDir: string, visitor: Visitor, log: Log): Promise<{ close: () => Promise<void> }> {
  const path = socketIn(dataDir);
  if (path.length > LONGEST_PATH)
    log.warn(`Commands cannot come in while this server runs: the path of ${dataDir} is too long for a socket`);
  if (path.length > LONGEST_PATH || process.platform === 'win32') return { close: async () => {} };
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const visits = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const visit = visitOf(socket);
    const ended = visit
      .next()
      .then((asked) => (asked === null ? undefined : visitor(asked, visit)))
      .catch((error: unknown) => {
        reportError('A command at the private door failed', error);
        visit.say({ failed: error instanceof Error ? error.message : 'It failed' });
      })
      .finally(() => {
        visits.delete(ended);
        socket.end();
      });
    visits.add(ended);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, ...visits]);
    },
  };
}

/** Connects to the door of a running server; null when none is open at this folder. */
export async function enter(dataDir: string): Promise<(Visit & { readonly leave: () => void }) | null> {
  const path = socketIn(dataDir);
  if (path.length > LONGEST_PATH) return null;
  const socket = await new Promise<Socket | null>((resolve) => {
    const opened = connect(path, () => resolve(opened));
    opened.once('error', () => resolve(null));
  });
  if (socket === null) return null;
  socket.on('error', () => {});
  return { ...visitOf(socket), leave: () => socket.destroy() };
}
