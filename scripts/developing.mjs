import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { endTogether, install, messages, node, root } from './pinned.mjs';

/** The port, or with 0 any that is free; rejects where it cannot be listened on. */
function freePort(wanted, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(wanted, host, () => {
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

/** Runs the server and the client, both reloading, for `npm run` and the name; `path` is the page of the client to open. */
export async function develop(name, path, clientArgs) {
  const port = process.env.PORT ?? '4180';
  // Checked before anything starts, because another program at this port would be mistaken for the client.
  try {
    if (!/^\d+$/.test(port)) throw new Error(`PORT is a number, not "${port}"`);
    await freePort(Number(port), 'localhost');
  } catch (error) {
    const isTaken = error.code === 'EADDRINUSE';
    console.error(isTaken ? `Port ${port} is taken. Stop what uses it, or choose another: PORT=4181 npm run ${name}` : error.message);
    process.exit(1);
  }

  await install();
  await messages();
  const api = String(await freePort(0, '127.0.0.1'));
  const start = (args, env, stdio) => spawn(node, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const server = start(
    ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    { PORT: api, LOG_REQUESTS: process.env.LOG_REQUESTS ?? 'on', LOG_FORMAT: process.env.LOG_FORMAT ?? 'lines' },
    ['inherit', 'pipe', 'inherit'],
  );
  const client = start(
    ['node_modules/vite/bin/vite.js', '--clearScreen', 'false', '--logLevel', 'warn', ...clientArgs],
    { PORT: port, API_PORT: api },
    'inherit',
  );
  endTogether([server, client]);

  // Only the client's address is printed, because the server behind it is not meant to be opened in a browser.
  server.stdout.on('data', (chunk) => process.stdout.write(String(chunk).replace(/Actum is ready at .*$/m, 'The server is ready')));
  await Promise.all([`http://localhost:${port}/`, `http://localhost:${api}/healthz`].map(answers));
  console.log(`Open http://localhost:${port}${path}`);
}
