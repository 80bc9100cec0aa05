import { accountHandlers } from './accounts/routes.ts';
import { actHandlers } from './acts/routes.ts';
import { lineHandlers } from './estimates/lines.ts';
import { rowHandlers } from './estimates/rows.ts';
import { historyHandlers } from './history/routes.ts';
import type { Handlers } from './http/handlers.ts';
import { importHandlers } from './imports/routes.ts';
import { projectHandlers } from './projects/routes.ts';
import { settingsHandlers } from './settings/routes.ts';
import { teamHandlers } from './teams/routes.ts';

/** Every call of the contract: one left out does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...teamHandlers,
  ...settingsHandlers,
  ...projectHandlers,
  ...rowHandlers,
  ...lineHandlers,
  ...historyHandlers,
  ...importHandlers,
  ...actHandlers,
};
