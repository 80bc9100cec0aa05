import { spawn } from 'node:child_process';
import { build, install, node, root } from './pinned.mjs';

await install();
await build();
const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], { cwd: root, stdio: 'inherit' });
// The server stops itself; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.on('exit', (code) => process.exit(code ?? 1));
