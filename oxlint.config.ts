import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** The server's folders, lowest first: each may import those before it and none after it. */
const SERVER = [
  'db',
  'control',
  'totals',
  'backup',
  'http',
  'access',
  'mail',
  'securityLog',
  'people',
  'factors',
  'teams',
  'singleSignOn',
  'accounts',
  'sessions',
  'apiTokens',
  'letters',
  'history',
  'contracts',
  'projects',
  'estimates',
  'sharing',
  'acts',
  'answers',
  'carrying',
  'extras',
  'wholeContract',
  'certificates',
  'invoices',
  'imports',
  'together',
  'undo',
  'ownData',
  'settings',
  'preferences',
  'demo',
  'rest',
  'graphql',
  'administration',
];
/** The files next to the folders: those that every folder may import, and those that connect the folders. */
const SHARED = [
  'config',
  'settingValues',
  'oidcSettings',
  'leakedPasswords',
  'log',
  'safeWords',
  'metrics',
  'privateFiles',
  'isRunning',
  'turns',
  'lowerPriority',
];
const JOINING = ['supervisor', 'metricSources', 'outdated', 'startFailure', 'serve', 'main', 'command'];
/** The folders of two rooms inside the server, in the same order. */
const READING = ['spreadsheetml', 'table', 'text', 'binary', 'opendocument', 'gaeb', 'fiebdc', 'file'];
const TABLE = ['cell', 'evidence', 'header', 'columns', 'row', 'totals', 'certainty'];

// A folder that no order names would be held by none.
for (const [base, order] of [
  ['server', SERVER],
  // Nobody imports what scripts/reader.ts makes.
  ['server/imports/reading', [...READING, 'compiled']],
  ['server/imports/reading/table', TABLE],
] as const)
  for (const entry of readdirSync(join(import.meta.dirname, base), { withFileTypes: true }))
    if (entry.isDirectory() && !order.includes(entry.name))
      throw new Error(`oxlint.config.ts does not say where ${base}/${entry.name}/ stands in the order of imports`);

const pattern = (paths: readonly string[], message: string) =>
  paths.length === 0 ? [] : [{ regex: `^\\.{1,2}/(\\.\\./)*(${paths.join('|')})`, message }];
const later = (order: readonly string[], folder: string) =>
  pattern(
    order.slice(order.indexOf(folder) + 1).map((each) => `${each}/`),
    `${folder}/ may import only the folders before it in oxlint.config.ts`,
  );
const joining = pattern(
  JOINING.map((file) => `${file}\\.ts$`),
  'this file joins the folders of the server: none of them imports it',
);
const folders = pattern(
  SERVER.map((folder) => `${folder}/`),
  'every folder of the server may import this file, so it imports none of them',
);
const inServer = (folder: string) => [...later(SERVER, folder), ...joining];
const inReading = (folder: string) => [...inServer('imports'), ...later(READING, folder)];
const inTable = (folder: string) => [...inReading('table'), ...later(TABLE, folder)];

// Of the overrides that match a file only the last one counts, so each repeats the patterns of the folders around it.
const restricted = (files: string, patterns: typeof joining): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  },
  ignorePatterns: ['dist', 'data', 'node_modules', 'src/messages/compiled', 'server/imports/reading/compiled'],
  overrides: [
    // A test is as long as its story.
    { files: ['tests/**'], rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
    { files: ['server/**'], rules: { 'typescript/no-floating-promises': ['error', { ignoreVoid: false }] } },
    ...SHARED.map((file) => restricted(`server/${file}.ts`, [...folders, ...joining])),
    ...SERVER.map((folder) => restricted(`server/${folder}/**`, inServer(folder))),
    ...READING.map((folder) => restricted(`server/imports/reading/${folder}/**`, inReading(folder))),
    ...TABLE.map((folder) => restricted(`server/imports/reading/table/${folder}/**`, inTable(folder))),
  ],
});
