import { spawn } from 'node:child_process';
import { install, messages, node, root } from './pinned.mjs';

await install();
await messages();
const start = (args, env) => spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
const running = [
  start(['--disable-warning=ExperimentalWarning', 'server/main.ts'], { PORT: '4181' }),
  start(['node_modules/vite/bin/vite.js', '--config', 'inspector/vite.config.ts'], {}),
];
for (const child of running) child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
}
