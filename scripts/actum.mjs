import { command } from './pinned.mjs';

await command('actum');
