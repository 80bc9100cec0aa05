/** graphql-ws on the sockets of `ws`. The library's own adapter sends clients the messages of errors and logs the clients' data. */
import type { IncomingMessage } from 'node:http';
import { type ConnectionInitMessage, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { isUnavailable } from '../db/unavailable.ts';
import { reportError } from '../log.ts';

const BAD_MESSAGE = 4400;
const INTERNAL_ERROR = 4500;
const TRY_AGAIN_LATER = 1013;

/** Whether the client sent a message that only a server may send. */
const isOutOfTurn = (error: unknown) => error instanceof Error && error.message.startsWith('Unexpected message of type');

function endWith(socket: WebSocket, error: unknown): void {
  if (isOutOfTurn(error)) socket.close(BAD_MESSAGE, 'This message is not for a server');
  else if (isUnavailable(error)) socket.close(TRY_AGAIN_LATER, 'Try again later');
  else {
    reportError('A message on a socket failed', error);
    socket.close(INTERNAL_ERROR, 'The server could not do this');
  }
}

/** Pings a socket and ends it when it does not answer before the next. The answer stops it. */
function keptAlive(socket: WebSocket, every: number): () => void {
  let isAnswered = true;
  socket.on('pong', () => {
    isAnswered = true;
  });
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, every);
  return () => clearInterval(timer);
}

/** Speaks graphql-ws with all clients. `dispose` closes the connections that remain. */
export function useServer<
  P extends ConnectionInitMessage['payload'],
  E extends { readonly socket: WebSocket; readonly request: IncomingMessage },
>(options: ServerOptions<P, E>, sockets: WebSocketServer, pingEvery: number): { dispose(): Promise<void> } {
  const server = makeServer<P, E>(options);
  sockets.options.handleProtocols = handleProtocols;
  sockets.on('connection', (socket, request) => {
    // The library closes a socket that violates the protocol, with the right code.
    socket.on('error', () => undefined);
    const stop = keptAlive(socket, pingEvery);
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (text) =>
          new Promise((resolve, reject) => {
            if (socket.readyState !== socket.OPEN) return resolve();
            socket.send(text, (error) => (error ? reject(error) : resolve()));
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (text) => {
            take(String(text)).catch((error: unknown) => endWith(socket, error));
          }),
      },
      { socket, request } as E,
    );
    socket.once('close', (code, reason) => {
      stop();
      void Promise.resolve(closed(code, String(reason))).catch((error: unknown) => reportError('A socket could not be left', error));
    });
  });
  return {
    dispose: async () => {
      for (const socket of sockets.clients) socket.close(1001, 'Going away');
      sockets.removeAllListeners();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
}
