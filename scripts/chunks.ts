/** Decides which file of the built client each module travels in: a few files for each screen, without what the screen does not need. */
import { fileURLToPath } from 'node:url';

/**
 * The parts of the client, each with a pattern of its entry modules, which other modules import dynamically. The first pattern that matches
 * decides.
 */
const PARTS = {
  /** Judges a new password, with the list of common ones. */
  passwords: /src\/views\/entrance\/PasswordMeter/,
  /** The pages of people who have not signed in, other than the sign-in itself. */
  entrance: /src\/(views\/entrance\/|compose\/people\.ts)/,
  /** The frame around every screen with the machines that run it, and an estimate with its lists. */
  common: /src\/(compose\/screens\.ts|views\/(shell\/(Team|Layers)|estimate\/Estimate(Screen|List)))/,
  /** E-invoices, and the details of their sender and recipient. */
  invoice: /src\/(views\/payments\/Invoice(Dialog|Party)|compose\/screens\/invoices)/,
  /** Dialogs that open over any screen, and dialogs that need popup positioning, so that the screens they belong to load without it. */
  dialogs:
    /src\/(ui\/|views\/(shell|palette|team|paper\/Client|projects\/(New|Currency)|estimate\/tools\/Arrange)|compose\/(screens\/(members|destinations|rowSearch)|app\/languageChoice))/,
  projects: /src\/views\/projects?\//,
  summary: /src\/views\/(estimate\/EstimateSummary|pictures\/)/,
  /** Queries and the live socket, once a person has signed in. */
  live: /src\/(compose\/live\/|services\/(graphql|socket))/,
  /** Fetched while a person already reads an estimate: its tools, comments, history and exports. */
  tools:
    /src\/(views\/((estimate|versions|together|history|export|grid|sections)\/|paper\/P|act\/ActTree)|compose\/(edits|export|paper)\/)/,
  /** The figures of a whole contract that an act shows where work was carried from version to version. */
  whole: /src\/views\/act\/WholeContract/,
  account: /src\/(views|compose\/screens)\/account/,
  log: /src\/(views\/log\/|compose\/screens\/securityLog)/,
  act: /src\/(views|compose\/screens)\/act\b/,
  /** Payments, and carrying work from one version into another. */
  payments: /src\/(views|compose\/screens)\/(payments|carrying)/,
  extras: /src\/(views|compose\/screens)\/extras/,
  public: /src\/(views|compose\/screens)\/public/,
  compare: /src\/(views|compose\/screens)\/compar/,
  contract: /src\/(views\/contract\/|compose\/screens\/wholeContract)/,
  import: /src\/((views|compose\/screens)\/import|services\/fileSending)/,
  /** Asked when a call needs proof. */
  proof: /src\/(views\/proof\/|compose\/app\/proof)/,
  translations: /src\/messages\/translations/,
  components: /src\/views\/components\//,
} as const;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** The part an entry module begins; undefined for one that gets a file of its own. */
export const partOf = (path: string): Part | undefined => NAMES.find((name) => PARTS[name].test(path));

/** The files for modules that several parts need. A module goes into the first file whose `of` names one of those parts. */
const SHARED: readonly { readonly name: string; readonly of: readonly Part[] }[] = [
  { name: 'forms', of: ['entrance', 'translations'] },
  { name: 'common', of: ['common'] },
  { name: 'pages', of: ['projects', 'public', 'tools'] },
  { name: 'dialogs', of: NAMES },
];

interface ModuleInfo {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly isEntry: boolean;
  readonly code: string | null;
}
/** The part of the bundler's module information that grouping uses. */
interface Modules {
  readonly getModuleInfo: (id: string) => ModuleInfo | null;
}

const MESSAGES = fileURLToPath(new URL('../src/messages/messages.ts', import.meta.url));
/** Matches the module of one text, and the module that lists all texts. */
const TEXT = /src\/messages\/compiled\/messages\/(\w+)\.js$/;
type Users = ReadonlyMap<string, ReadonlySet<string>>;

/** The modules that show each text. All of them import the list of all texts, so the texts they use are found in their code. */
function usersOfTexts(modules: Modules): Users {
  const users = new Map<string, Set<string>>();
  for (const id of modules.getModuleInfo(MESSAGES)?.importers ?? []) {
    for (const [, text = ''] of (modules.getModuleInfo(id)?.code ?? '').matchAll(/\bm\.(\w+)/g)) {
      users.set(text, (users.get(text) ?? new Set()).add(id));
    }
  }
  return users;
}

/** The parts that need a module; null when the first page needs it. */
function partsWith(id: string, modules: Modules, users: Users): ReadonlySet<Part> | null {
  const parts = new Set<Part>();
  const seen = new Set<string>();
  const left = [id];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const info = seen.has(at) ? null : modules.getModuleInfo(at);
    seen.add(at);
    if (info === null) continue;
    if (info.isEntry) return null;
    const part = info.dynamicImporters.length > 0 ? partOf(at) : undefined;
    if (part !== undefined) parts.add(part);
    const text = TEXT.exec(at)?.[1];
    if (text === undefined) left.push(...info.importers);
    else left.push(...info.importers.filter((importer) => !TEXT.test(importer)), ...(users.get(text) ?? []));
  }
  return parts;
}

function chunkOf(id: string, modules: Modules, users: Users): string | null {
  const parts = partsWith(id, modules, users);
  if (parts === null || parts.size === 0) return null;
  const chunk = parts.size === 1 ? [...parts][0] : SHARED.find(({ of }) => of.some((part) => parts.has(part)))?.name;
  // The tools and the dialogs need the pages' file, and their styles are so small that they travel with its own.
  return id.endsWith('.css') && (chunk === 'tools' || chunk === 'dialogs') ? 'pages' : (chunk ?? null);
}

/** For `output.codeSplitting.groups`. A group takes along what its modules import, so the files for several parts come first. */
export function chunkGroups() {
  const known = new WeakMap<Modules, Users>();
  const group = (debugName: string, isOf: (chunk: string) => boolean) => ({
    debugName,
    name(id: string, modules: Modules) {
      const users = known.get(modules) ?? usersOfTexts(modules);
      known.set(modules, users);
      const chunk = chunkOf(id, modules, users);
      return chunk !== null && isOf(chunk) ? chunk : null;
    },
  });
  return [
    { name: 'index', tags: ['$initial' as const] },
    ...SHARED.map(({ name }) => group(name, (chunk) => chunk === name)),
    group('parts', () => true),
  ];
}
