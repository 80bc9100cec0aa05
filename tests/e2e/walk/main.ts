import { readConfig } from '../../../server/config.ts';
import { serve } from '../../../server/serve.ts';
import { TELLING_CLIENT } from './build.ts';

/** The server as `npm start` runs it, with the client whose actors tell what they do. */
const running = await serve(readConfig(process.env), { clientFolder: TELLING_CLIENT });
console.log(`Actum is ready at ${running.address}`);
process.once('SIGTERM', () => void running.close().then(() => process.exit(0)));
