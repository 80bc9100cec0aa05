import { afterAll } from 'vitest';
import { leave } from '../walking/coverage/notes.ts';

// Views are shown in a document; machines are alone without one.
afterAll(() => leave('document' in globalThis ? 'view' : 'alone'));
