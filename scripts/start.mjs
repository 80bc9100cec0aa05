import { build, install, startServer, whenToldToEnd } from './pinned.mjs';

await install();
await build();
const server = startServer();
// The server stops itself; this process only waits for it.
whenToldToEnd((signal) => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.on('exit', (code) => process.exit(code ?? 1));
