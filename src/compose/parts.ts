/** What a screen needs only once it is on screen, in one file: each file more costs the first page its name. */

export { unsentEdits } from './edits/unsent.ts';
export { togetherOf } from './live/together.ts';
