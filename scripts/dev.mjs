import { develop } from './developing.mjs';

await develop('dev', '', []);
