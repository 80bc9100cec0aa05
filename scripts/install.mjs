import { build, install } from './pinned.mjs';

await install();
await build();
