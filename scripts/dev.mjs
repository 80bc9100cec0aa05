import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { install, messages, node, root } from './pinned.mjs';

/** A free port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Whether the address answers, with any status. */
async function answers(address) {
  while (
    !(await fetch(address).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
}

await install();
await messages();
const port = process.env.PORT ?? '4180';
const api = String(await freePort());
const start = (args, env, stdio) => spawn(node, args, { cwd: root, stdio, env: { ...process.env, ...env } });
const server = start(
  ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/main.ts'],
  { PORT: api, LOG_REQUESTS: process.env.LOG_REQUESTS ?? 'on', LOG_FORMAT: process.env.LOG_FORMAT ?? 'lines' },
  ['inherit', 'pipe', 'inherit'],
);
const client = start(
  ['node_modules/vite/bin/vite.js', '--clearScreen', 'false', '--logLevel', 'warn'],
  { PORT: port, API_PORT: api },
  'inherit',
);
const running = [server, client];
for (const child of running) child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
}

// Only the client's address is printed, because the server behind it is not meant to be opened in a browser.
server.stdout.on('data', (chunk) => process.stdout.write(String(chunk).replace(/Actum is ready at .*$/m, 'The server is ready')));
await Promise.all([`http://localhost:${port}/`, `http://localhost:${api}/healthz`].map(answers));
console.log(`Open http://localhost:${port}`);
