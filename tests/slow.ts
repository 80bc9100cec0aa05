/**
 * Delays each request of a browser to the server's own time, up to SLOW milliseconds and mostly little, so that answers, scripts and presses come in
 * other orders than on a quick machine: `NODE_OPTIONS="--import ./tests/slow.ts" SLOW=600 npx playwright test --timeout 240000`.
 */
import { type IncomingMessage, Server } from 'node:http';

const LONGEST = Number(process.env.SLOW ?? 600);
const emit = Server.prototype.emit;

Server.prototype.emit = function (this: Server, name: string | symbol, ...rest: unknown[]) {
  const agent = name === 'request' ? (rest[0] as IncomingMessage).headers['user-agent'] : undefined;
  if (agent?.startsWith('Mozilla') !== true) return emit.call(this, name, ...rest);
  setTimeout(() => emit.call(this, name, ...rest), Math.random() ** 2 * LONGEST);
  return true;
};
