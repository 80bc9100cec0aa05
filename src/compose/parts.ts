/** What a screen needs only once it is on screen, in one file: each file more costs the first page its name. */
export { togetherOf } from './together.ts';
export { unsentEdits } from './unsent.ts';
