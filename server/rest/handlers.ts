import { accountHandlers } from '../accounts/routes.ts';
import { actHandlers } from '../acts/routes.ts';
import { answerHandlers } from '../answers/routes.ts';
import { apiTokenHandlers } from '../apiTokens/routes.ts';
import { carryingHandlers } from '../carrying/routes.ts';
import { certificateHandlers } from '../certificates/routes.ts';
import { findHandlers } from '../estimates/find.ts';
import { viewHandlers } from '../estimates/keptViews.ts';
import { lineHandlers } from '../estimates/lines.ts';
import { listHandlers } from '../estimates/lists.ts';
import { pasteHandlers } from '../estimates/paste.ts';
import { replaceHandlers } from '../estimates/replace.ts';
import { rowEditHandlers } from '../estimates/rowEdits.ts';
import { rowHandlers } from '../estimates/rows.ts';
import { suggestionHandlers } from '../estimates/suggestions.ts';
import { versionHandlers } from '../estimates/versionEdits.ts';
import { extraHandlers } from '../extras/routes.ts';
import { factorHandlers } from '../factors/routes.ts';
import type { Handlers } from '../http/handlers.ts';
import { importHandlers } from '../imports/routes.ts';
import { invoiceHandlers } from '../invoices/routes.ts';
import { ownDataHandlers } from '../ownData/routes.ts';
import { preferenceHandlers } from '../preferences/preferences.ts';
import { projectHandlers } from '../projects/routes.ts';
import { securityLogHandlers } from '../securityLog/routes.ts';
import { sessionHandlers } from '../sessions/routes.ts';
import { settingsHandlers } from '../settings/routes.ts';
import { singleSignOnHandlers } from '../singleSignOn/routes.ts';
import { limitHandlers } from '../teams/memberLimits.ts';
import { teamHandlers } from '../teams/routes.ts';
import { commentHandlers } from '../together/comments.ts';
import { presenceHandlers } from '../together/presence.ts';
import { historyHandlers } from '../undo/routes.ts';
import { wholeContractHandlers } from '../wholeContract/routes.ts';

/** Every call of the API: a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...factorHandlers,
  ...sessionHandlers,
  ...singleSignOnHandlers,
  ...apiTokenHandlers,
  ...securityLogHandlers,
  ...ownDataHandlers,
  ...teamHandlers,
  ...limitHandlers,
  ...settingsHandlers,
  ...preferenceHandlers,
  ...projectHandlers,
  ...versionHandlers,
  ...listHandlers,
  ...viewHandlers,
  ...rowHandlers,
  ...rowEditHandlers,
  ...pasteHandlers,
  ...findHandlers,
  ...replaceHandlers,
  ...suggestionHandlers,
  ...lineHandlers,
  ...wholeContractHandlers,
  ...commentHandlers,
  ...presenceHandlers,
  ...historyHandlers,
  ...importHandlers,
  ...actHandlers,
  ...carryingHandlers,
  ...extraHandlers,
  ...certificateHandlers,
  ...answerHandlers,
  ...invoiceHandlers,
};
