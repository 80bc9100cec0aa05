/** What a person needs only once the rows are there, in one file: each file more costs the first page its name. */
export { Refusal } from '../grid/Refusal.tsx';
export { Connection } from '../shell/Connection.tsx';
export { Comments } from './Comments.tsx';
export { Presence } from './Presence.tsx';
