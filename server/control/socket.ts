/**
 * The control socket of a server with the embedded database, in its data folder. Only the user who runs the server can open it. Commands are
 * sent here, because no other process may open that database. Both sides send one JSON object a line.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Log, reportError } from '../log.ts';

type Message = Readonly<Record<string, unknown>>;

/** The connection of one command: `next` is the other side's next message, null once that side is gone. */
export interface Conversation {
  readonly next: () => Promise<Message | null>;
  readonly say: (message: Message) => void;
}
type Handler = (asked: Message, conversation: Conversation) => Promise<void>;

/** The longest path of a socket that all systems allow. */
const LONGEST_PATH = 100;
const socketIn = (dataDir: string): string => join(dataDir, 'control.sock');

function conversationOver(socket: Socket): Conversation {
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

/** Opens the control socket of a data folder that this process has locked. A folder whose path is too long for a socket has none. */
export async function openControlSocket(dataDir: string, handle: Handler, log: Log): Promise<{ close: () => Promise<void> }> {
  const path = socketIn(dataDir);
  if (path.length > LONGEST_PATH)
    log.warn(`Commands cannot come in while this server runs: the path of ${dataDir} is too long for a socket`);
  if (path.length > LONGEST_PATH || process.platform === 'win32') return { close: async () => {} };
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const conversations = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const conversation = conversationOver(socket);
    const ended = conversation
      .next()
      .then((asked) => (asked === null ? undefined : handle(asked, conversation)))
      .catch((error: unknown) => {
        reportError('A command on the control socket failed', error);
        conversation.say({ failed: error instanceof Error ? error.message : 'It failed' });
      })
      .finally(() => {
        conversations.delete(ended);
        socket.end();
      });
    conversations.add(ended);
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
      await Promise.all([closed, ...conversations]);
    },
  };
}

/** Connects to the control socket of a running server; null when no server has this folder open. */
export async function connectToServer(dataDir: string): Promise<(Conversation & { readonly leave: () => void }) | null> {
  const path = socketIn(dataDir);
  if (path.length > LONGEST_PATH) return null;
  const socket = await new Promise<Socket | null>((resolve) => {
    const opened = connect(path, () => resolve(opened));
    opened.once('error', () => resolve(null));
  });
  if (socket === null) return null;
  socket.on('error', () => {});
  return { ...conversationOver(socket), leave: () => socket.destroy() };
}
