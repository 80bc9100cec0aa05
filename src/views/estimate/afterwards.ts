/** What the screen of an estimate can do beyond showing and typing: in one file, for it all comes right after the screen. */
export { CopyToEdit } from '../versions/CopyToEdit.tsx';
export { VersionGone } from '../versions/VersionGone.tsx';
export { VersionMenu } from '../versions/VersionMenu.tsx';
export { VersionTree } from '../versions/VersionTree.tsx';
export { Claimed } from './Claimed.tsx';
export { ListChanges } from './ListChanges.tsx';
