/** The public view of an act in one file. */
export { PublicList } from './PublicList.tsx';
export { PublicScreen } from './PublicScreen.tsx';
export { PublicSummary } from './PublicSummary.tsx';
