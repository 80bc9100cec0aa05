/** Why there is no exported file. Loaded with the code that makes them. */
import { sentence } from './sentence.ts';

export const exportChanging = sentence(
  'export_changing',
  'The file could not be made, because somebody kept changing the data. Try again when they pause',
);
