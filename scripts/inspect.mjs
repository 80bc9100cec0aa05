import { develop } from './developing.mjs';

await develop('inspect', '/inspector/index.html', ['--config', 'inspector/vite.config.ts']);
