import { spawn } from 'node:child_process';
import { endTogether, install, messages, node, root } from './pinned.mjs';

await install();
await messages();
const start = (args, env) => spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
endTogether([
  start(['--disable-warning=ExperimentalWarning', 'server/main.ts'], { PORT: '4181' }),
  start(['node_modules/vite/bin/vite.js', '--config', 'inspector/vite.config.ts'], {}),
]);
