/** Why there is no exported file. Loaded with the code that makes them. */
import { saying } from './sentence.ts';

export const exportChanging = saying(
  'export_changing',
  'There is no file: each time it was read, somebody changed something meanwhile. Try again when they pause',
);
