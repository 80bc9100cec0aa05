import { createContext, type ReactNode, use, useCallback, useContext, useMemo } from 'react';
import type { ActorRefFrom, CallbackActorLogic, EventObject } from 'xstate';
import type { Change } from '../../domain/comparison.ts';
import type { ClaimedElsewhere, Completed, MovedAct } from '../../domain/contract/actShapes.ts';
import type { Comment, CommentCount, VersionComparison } from '../../domain/contract/estimateShapes.ts';
import type { ImportListData, ImportRow, VanishedRows } from '../../domain/contract/importShapes.ts';
import type { Answer } from '../../domain/contract/routes.ts';
import type {
  Act,
  ActRow,
  ActSummary,
  DeletedProject,
  Line,
  Project,
  PublicAct,
  Row,
  SidebarProject,
  Version,
  VersionSummary,
} from '../../domain/contract/shapes.ts';
import type { Language } from '../../domain/languages.ts';
import type { blockEditMachine } from '../machines/blockEdit/blockEdit.ts';
import type { Edit } from '../machines/editQueue/types.ts';
import type { fileExportMachine } from '../machines/fileExport/fileExport.ts';
import type { findMachine } from '../machines/find/find.ts';
import type { Form } from '../machines/form/form.ts';
import type { FormDialog } from '../machines/formDialog/formDialog.ts';
import type { gridMachine } from '../machines/grid/grid.ts';
import type { historyMachine } from '../machines/history/history.ts';
import type { ImportFilter } from '../machines/import/found.ts';
import type { importMachine } from '../machines/import/import.ts';
import type { languageChoiceMachine } from '../machines/languageChoice/languageChoice.ts';
import type { paletteMachine } from '../machines/palette/palette.ts';
import type { presenceMachine } from '../machines/presence/presence.ts';
import type { ProjectFeedEmitted } from '../machines/projectFeed/projectFeed.ts';
import type { publicActMachine } from '../machines/publicAct/publicAct.ts';
import type { resourceMachine } from '../machines/resource/resource.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { RowsMeant, rowEditMachine } from '../machines/rowEdit/rowEdit.ts';
import type { RowStore } from '../machines/rowWindow/rowStore.ts';
import type { rowWindowMachine } from '../machines/rowWindow/rowWindow.ts';
import type { shareMachine } from '../machines/share/share.ts';
import type { ListChanges, ProjectChanges, VersionChanges } from './changes.ts';
import type { ColumnWidths } from './grid/widths.ts';

/** Follows the feed of a project and emits its news. */
export type WatchProject = CallbackActorLogic<EventObject, { readonly projectId: number }, ProjectFeedEmitted>;

/** What a screen shows is in its stores; its machines fill them and say where it stands. */
interface Read {
  readonly reading: typeof resourceMachine;
}
interface Windowed<R extends { readonly id: number }> {
  readonly rows: RowStore<R>;
  readonly windows: typeof rowWindowMachine;
}
interface Edited<R extends { readonly id: number }> extends Windowed<R> {
  readonly grid: typeof gridMachine;
}

/** A project with the versions of its estimate. */
export interface ProjectWithVersions {
  readonly project: Project;
  readonly versions: readonly Version[];
}
export type LineKind = 'additional' | 'tax';

export interface ProjectsScreen extends Read {
  readonly projects: ValueStore<readonly Project[]>;
  /** Deleted projects that can still be restored. */
  readonly bin: ValueStore<readonly DeletedProject[]>;
  readonly newProject: FormDialog<null, string, Project>;
}
export interface SidebarPart extends Read {
  readonly projects: ValueStore<readonly SidebarProject[]>;
}
export interface ProjectScreen extends Read {
  readonly project: ValueStore<ProjectWithVersions>;
  readonly versionChanges: VersionChanges;
}
export type ComparedRow = VersionComparison['rows'][number] & { readonly id: number };
export type Comparison = Omit<VersionComparison, 'rows' | 'row_count'>;
export interface ComparisonScreen extends Read {
  readonly about: ValueStore<Comparison>;
  /** The rows that differ, or those that differ in one way. */
  readonly rows: (change: Change | null) => Windowed<ComparedRow>;
}
export type ProjectMember = Answer<'GET /projects/:id/members'>[number];
export interface MembersPart extends Read {
  readonly members: ValueStore<readonly ProjectMember[]>;
}
export interface ImportScreen {
  readonly machine: typeof importMachine;
  readonly list: (
    listId: number,
    filter: ImportFilter,
  ) => Windowed<ImportRow> & { readonly about: ValueStore<Omit<ImportListData, 'rows'>>; readonly grid: typeof gridMachine };
  /** Rows of the last version that the file no longer has. */
  readonly vanished: () => Windowed<VanishedRows['rows'][number]>;
}
export interface HistoryPart {
  readonly machine: typeof historyMachine;
  readonly log: (message: string, error: unknown) => void;
}
/** What other versions have claimed already: asked about before an act is made on this one. */
export interface ClaimedBefore extends ClaimedElsewhere {
  readonly finish_date: string | null;
}
export interface EstimateScreen extends Read {
  readonly summary: ValueStore<VersionSummary>;
  readonly lines: typeof gridMachine;
  readonly newLine: FormDialog<LineKind, null, Line>;
  readonly lineRemoval: FormDialog<{ readonly line: Line; readonly kind: LineKind }, null, void>;
  readonly listChanges: ListChanges;
  readonly newAct: FormDialog<null, string | null, Act | ClaimedBefore>;
  /** Comes with its own code, and always as the same promise. */
  readonly newActAnyway: () => Promise<FormDialog<ClaimedBefore, null, Act>>;
  /** The tools of a list come with their own code, and always as the same promise. */
  readonly list: (listId: number) => Edited<Row> & { readonly tools: () => Promise<ListTools> };
  readonly widths: ValueStore<ColumnWidths>;
}
/** What is done to many rows or cells of a list at once. */
export interface ListTools {
  readonly rowEdits: typeof rowEditMachine;
  readonly blocks: typeof blockEditMachine;
  readonly find: typeof findMachine;
  readonly deletion: FormDialog<RowsMeant, null, readonly number[]>;
  readonly moving: FormDialog<RowsMeant, number, readonly number[]>;
  /** How much of what a copy asked for has been read, 0 to 1. */
  readonly share: ValueStore<number>;
}
/** What of an act can be set; what is not named stays. */
export interface ActDetails {
  readonly number?: string;
  readonly finish_date?: string | null;
  readonly status_id?: number;
}
/** What is to be completed: a list, or the whole act. */
export interface ToComplete {
  readonly listId: number | null;
  readonly name: string;
  /** To which percent is asked first. */
  readonly isAsked?: true;
}
/** What completing would move in later acts: asked before it is done. */
export interface CompletionAsked {
  readonly what: ToComplete;
  readonly percent: string;
  readonly later: readonly MovedAct[];
}
export interface ActScreen extends Read {
  readonly readingSummary: typeof resourceMachine;
  readonly act: ValueStore<Act>;
  readonly summary: ValueStore<ActSummary>;
  /** All acts of its version, in the order they were made. */
  readonly acts: ValueStore<Version['acts']>;
  readonly details: FormDialog<Act, ActDetails, Act>;
  readonly completion: FormDialog<ToComplete, string, Completed | CompletionAsked>;
  readonly completionMoves: FormDialog<CompletionAsked, null, Completed>;
  readonly removal: FormDialog<Act, null, void>;
  readonly share: typeof shareMachine;
  readonly list: (listId: number) => Edited<ActRow>;
}
export interface PublicActScreen {
  readonly machine: typeof publicActMachine;
  readonly act: ValueStore<PublicAct>;
  readonly summary: ValueStore<ActSummary>;
  readonly list: (actId: number, listId: number) => Windowed<ActRow>;
}

/** What was typed and is not saved: how many edits wait for the connection, and those the server refused. */
export interface UnsentShown {
  readonly waiting: number;
  readonly refused: readonly Edit[];
  readonly retry: () => void;
  readonly giveUp: (keys: readonly string[]) => void;
  readonly copy: (text: string) => Promise<void>;
}

export interface CommentThread {
  readonly comments: readonly Comment[];
  /** How many before them are not read. */
  readonly earlier: number;
}
export interface ThreadPart extends Read {
  readonly thread: ValueStore<CommentThread>;
  readonly writing: Form<{ text: string }, Comment>;
  readonly rewriting: FormDialog<Comment, string, Comment>;
  readonly removal: FormDialog<Comment, null, void>;
}
export interface CommentsChanged {
  readonly type: 'comments.changed';
}
/** Who else is in a version, and what is said about its rows. */
export interface Together {
  readonly presence: typeof presenceMachine;
  readonly watchComments: CallbackActorLogic<{ readonly type: 'none' }, undefined, CommentsChanged>;
  readonly counts: (listId: number) => Read & { readonly counts: ValueStore<ReadonlyMap<number, CommentCount>> };
  /** What is shown of a row's comments counts as read: `onRead` is told. */
  readonly thread: (rowId: number, onRead: () => void) => ThreadPart;
}

/** What the act's screen knows of an act besides the act itself. */
export interface AboutAct {
  readonly teamName: string;
  readonly statusName: string;
}
export interface Exports {
  readonly estimate: (versionId: number) => typeof fileExportMachine;
  readonly act: (actId: number, about: AboutAct) => typeof fileExportMachine;
}

/** The machines of every screen with their real actors, and the stores those fill. Each call makes those of one screen. */
export interface Screens {
  readonly projects: (teamId: number) => ProjectsScreen;
  readonly projectChanges: ProjectChanges;
  /** They come with their own code. */
  readonly projectParts: () => Promise<{
    readonly comparison: (newId: number, oldId: number) => ComparisonScreen;
    readonly members: (projectId: number) => MembersPart;
  }>;
  readonly sidebar: (teamId: number) => SidebarPart;
  readonly project: (id: number) => ProjectScreen;
  /** Comes with its own code, and always as the same promise. */
  readonly imports: () => Promise<(projectId: number) => ImportScreen>;
  readonly estimate: (versionId: number) => EstimateScreen;
  readonly acts: () => Promise<{ readonly act: (actId: number) => ActScreen; readonly publicAct: () => PublicActScreen }>;
  readonly exports: () => Promise<Exports>;
  readonly palette: (teamId: number) => typeof paletteMachine;
  /** Null until its code is there. */
  readonly unsent: ValueStore<UnsentShown>;
  readonly together: () => Promise<(projectId: number, versionId: number) => Together>;
  readonly watchProject: WatchProject;
  readonly languageChoice: ActorRefFrom<typeof languageChoiceMachine>;
  readonly history: (projectId: number) => HistoryPart;
}

const ScreensContext = createContext<ScreensSource | null>(null);

/** The screens, or the way to them: their code is then asked for by the first screen that opens, and always the same promise. */
export type ScreensSource = Screens | (() => Promise<Screens>);

export const ScreensProvider = ({ screens, children }: { readonly screens: ScreensSource; readonly children: ReactNode }) => (
  <ScreensContext value={screens}>{children}</ScreensContext>
);

export function useScreens(): Screens {
  const screens = useContext(ScreensContext);
  if (screens === null) throw new Error('ScreensProvider is missing');
  return typeof screens === 'function' ? use(screens()) : screens;
}

/** The import screen of a project; its code is asked for when it is first shown. */
export function useImportScreen(projectId: number): ImportScreen {
  const importOf = use(useScreens().imports());
  return useMemo(() => importOf(projectId), [importOf, projectId]);
}

/** Who else is here and what they say comes with its own code. */
export function useTogether(projectId: number, versionId: number): Together {
  const together = use(useScreens().together());
  return useMemo(() => together(projectId, versionId), [together, projectId, versionId]);
}

/** The screens of acts come with their own code too. */
export function useActScreen(actId: number): ActScreen {
  const { act } = use(useScreens().acts());
  return useMemo(() => act(actId), [act, actId]);
}
export function usePublicAct(): PublicActScreen {
  const { publicAct } = use(useScreens().acts());
  return useMemo(() => publicAct(), [publicAct]);
}

export function useComparison(newId: number, oldId: number): ComparisonScreen {
  const { comparison } = use(useScreens().projectParts());
  return useMemo(() => comparison(newId, oldId), [comparison, newId, oldId]);
}
export function useMembers(projectId: number): MembersPart {
  const { members } = use(useScreens().projectParts());
  return useMemo(() => members(projectId), [members, projectId]);
}

export function useChooseLanguage(): (language: Language) => void {
  const { languageChoice } = useScreens();
  return useCallback((language) => languageChoice.send({ type: 'language.chosen', language }), [languageChoice]);
}
