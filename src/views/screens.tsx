import { createContext, type ReactNode, use, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Language } from '../../domain/languages.ts';
import type { editQueueMachine } from '../machines/editQueue/editQueue.ts';
import type { paletteMachine } from '../machines/palette/palette.ts';
import type { pastMachine } from '../machines/past/past.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { rowSearchMachine } from '../machines/rowSearch/rowSearch.ts';
import type { SessionScreens } from './account/sessionNeeds.ts';
import type { TokensPart } from './account/tokenNeeds.ts';
import type { ActScreen } from './act/needs.ts';
import type { CarryingScreens } from './carrying/needs.ts';
import type { Compared, ComparisonScreen } from './compare/needs.ts';
import type { WholeContractScreen } from './contract/needs.ts';
import type { EstimateScreen } from './estimate/needs.ts';
import type { Exports } from './export/needs.ts';
import type { ExtraScreens } from './extras/needs.ts';
import type { Interruption, ShownEdits } from './grid/needs.ts';
import type { HistoryPart } from './history/needs.ts';
import type { PastOf } from './history/pastNeeds.ts';
import type { ImportScreen } from './import/needs.ts';
import type { LogScreenPart } from './log/needs.ts';
import type { Later } from './needs.ts';
import type { PaperPart } from './paper/needs.ts';
import type { InvoicesPart } from './payments/invoiceNeeds.ts';
import type { PaymentScreens } from './payments/needs.ts';
import type { ProjectScreen } from './project/needs.ts';
import type { WatchProject } from './projectNews.ts';
import type { ProjectChanges, ProjectsScreen } from './projects/needs.ts';
import type { PublicActScreen } from './public/needs.ts';
import type { SidebarPart } from './shell/needs.ts';
import type { MembersPart } from './team/needs.ts';
import type { Together } from './together/needs.ts';

/** The machines of every screen with their real actors, and the stores they fill. Each call makes those of one screen. */
export interface Screens {
  /** Owns every edit that is not saved. */
  readonly queue: ActorRefFrom<typeof editQueueMachine>;
  readonly copyText: (text: string) => Promise<void>;
  readonly interruption: Interruption;
  readonly shownEdits: ShownEdits;
  /** Whether live queries have given up, and how to start them again. */
  readonly liveNews: { readonly lost: ValueStore<number>; readonly retry: () => void };
  readonly watchProject: WatchProject;
  /** Saves a language in the person's profile. */
  readonly chooseLanguage: (language: Language) => void;
  readonly history: () => Promise<(projectId: number) => HistoryPart>;
  /** The panel of the history, which every menu of the screen can open. */
  readonly past: ActorRefFrom<typeof pastMachine>;
  readonly pastOf: Later<PastOf>;
  readonly sidebar: (teamId: number) => SidebarPart;
  readonly palette: (teamId: number) => typeof paletteMachine;
  readonly rowSearch: Later<(teamId: number) => typeof rowSearchMachine>;
  readonly projects: (teamId: number) => ProjectsScreen;
  readonly projectChanges: ProjectChanges;
  readonly project: (id: number) => ProjectScreen;
  readonly securityLog: Later<(teamId: number) => LogScreenPart>;
  readonly tokens: Later<() => TokensPart>;
  readonly sessions: Later<SessionScreens>;
  readonly members: Later<(projectId: number) => MembersPart>;
  readonly estimate: (versionId: number) => EstimateScreen;
  readonly comparison: Later<(compared: Compared) => ComparisonScreen>;
  readonly wholeContract: Later<(versionId: number) => WholeContractScreen>;
  readonly together: Later<(projectId: number, versionId: number) => Together>;
  readonly imports: Later<(projectId: number) => ImportScreen>;
  readonly act: Later<(actId: number) => ActScreen>;
  readonly publicAct: Later<() => PublicActScreen>;
  readonly exports: Later<Exports>;
  readonly paper: Later<PaperPart>;
  readonly payments: Later<PaymentScreens>;
  readonly carryings: Later<CarryingScreens>;
  readonly invoices: Later<InvoicesPart>;
  readonly extras: Later<ExtraScreens>;
}

const ScreensContext = createContext<Screens | Later<Screens> | null>(null);

interface ScreensProviderProps {
  /** The screens, or a promise of their code, which the first screen that opens requests. */
  readonly screens: Screens | Later<Screens>;
  readonly children: ReactNode;
}

export const ScreensProvider = ({ screens, children }: ScreensProviderProps) => <ScreensContext value={screens}>{children}</ScreensContext>;

export function useScreens(): Screens {
  const screens = useContext(ScreensContext);
  if (screens === null) throw new Error('ScreensProvider is missing');
  return typeof screens === 'function' ? use(screens()) : screens;
}
