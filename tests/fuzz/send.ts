/** Sends one message and waits for its end, never longer than a bounded time. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import WebSocket from 'ws';
import type { Message } from './messages.ts';

/** The outcome: the status of an HTTP answer, the close code of a socket, or the way it ended without either. */
export interface Outcome {
  readonly status: number | 'closed' | 'hangs' | 'refused';
  readonly body: string;
}

/** Milliseconds, on machines that may be busy. */
const PATIENCE = 60_000;
const MOST_READ = 200_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export const closeConnections = (): void => agent.destroy();

export function send(address: string, message: Message): Promise<Outcome> {
  const { hostname, port } = new URL(address);
  const to = { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) };
  switch (message.entry) {
    case 'http':
      return overHttp(to, message);
    case 'raw':
      return overTcp(to, message.bytes);
    case 'socket':
      return overSocket(to, message);
  }
}

interface Where {
  readonly host: string;
  readonly port: number;
}

const isRefused = (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED';

function overHttp(to: Where, { method, path, headers, body }: Extract<Message, { entry: 'http' }>): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request({
      ...to,
      agent,
      method,
      path,
      headers: { ...headers, ...(body !== null && { 'content-length': body.byteLength }) },
    });
    const timer = setTimeout(() => end({ status: 'hangs', body: '' }), PATIENCE);
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
      if (outcome.status === 'hangs') sent.destroy();
    };
    sent.on('error', (error: NodeJS.ErrnoException) => end({ status: isRefused(error) ? 'refused' : 'closed', body: error.message }));
    sent.on('response', (response) => {
      let read = '';
      response.setEncoding('latin1');
      const done = () => end({ status: response.statusCode ?? 0, body: read });
      response.on('data', (chunk: string) => {
        read += read.length < MOST_READ ? chunk : '';
        // A live query does not end, so its first event counts as its answer.
        if (!/event-stream|multipart\/mixed/.test(String(response.headers['content-type'])) || !/event:|--/.test(read)) return;
        done();
        sent.destroy();
      });
      response.on('end', done);
      response.on('error', done);
    });
    sent.end(body ?? undefined);
  });
}

/** Writes bytes and half-closes the connection; the server must close it. */
function overTcp(to: Where, bytes: Uint8Array): Promise<Outcome> {
  return new Promise((resolve) => {
    const stream = connect({ ...to, allowHalfOpen: true });
    let read = '';
    const end = (status: Outcome['status']) => {
      clearTimeout(timer);
      stream.destroy();
      resolve({ status, body: read });
    };
    const answered = () => {
      const worst = Math.max(0, ...[...read.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status)));
      end(worst === 0 ? 'closed' : worst);
    };
    const timer = setTimeout(() => end('hangs'), PATIENCE);
    stream.on('data', (chunk) => {
      read += read.length < MOST_READ ? chunk.toString('latin1') : '';
      // A socket that was opened stays open until it is left.
      if (/^HTTP\/1\.1 101/.test(read)) setImmediate(answered);
    });
    stream.on('end', answered);
    stream.on('error', (error: NodeJS.ErrnoException) => (isRefused(error) ? end('refused') : answered()));
    stream.end(bytes);
  });
}

const INTERNAL_CLOSES = [1011, 4500];

function overSocket(to: Where, { protocol, first, sent }: Extract<Message, { entry: 'socket' }>): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${to.host}:${to.port}/v1/graphql`, protocol);
    let read = '';
    const end = (status: Outcome['status']) => {
      clearTimeout(timer);
      socket.terminate();
      resolve({ status, body: read });
    };
    const timer = setTimeout(() => end('hangs'), PATIENCE);
    socket.on('error', (error: NodeJS.ErrnoException) => (isRefused(error) ? end('refused') : end('closed')));
    socket.on('close', (code, reason) => {
      read += reason.toString();
      end(INTERNAL_CLOSES.includes(code) ? 500 : 'closed');
    });
    socket.on('open', () => {
      socket.send(JSON.stringify(first) ?? '');
      for (const each of sent) socket.send(each);
      socket.send(JSON.stringify({ type: 'ping' }));
      socket.ping('over');
    });
    let isPonged = false;
    let isAllAnswered = false;
    const over = () => isPonged && isAllAnswered && end('closed');
    socket.on('pong', () => {
      isPonged = true;
      over();
    });
    socket.on('message', (data: Buffer) => {
      read += read.length < MOST_READ ? data.toString() : '';
      if (/"type":"pong"/.test(read)) isAllAnswered = true;
      over();
    });
  });
}
