/**
 * `npm run check` runs these import rules with `oxlint -c import-rules.mjs`. Patterns match the
 * text after `from` or in `import()`. Imports are relative, so no folder inside a context may have
 * the name of a context, and none inside `src/` that of a layer. The last row that names a file
 * counts alone.
 */

const TOP_FOLDERS = 'bench contract documents local scripts server src sw tests workers'.split(' ');

/** Each layer may import those after it, but `platform` and `ui` may not import each other. */
const LAYERS = ['app', 'features', 'shared', 'platform', 'ui'];

const KNOWN_TO_UI = ['plain-text', 'constants', 'durations', 'money', 'region-table'];

const FEATURE_DEPTH = 5;

/** TypeBox is larger than the whole data layer, so code on a phone must not import these files. */
const SCHEMAS =
  'accounts accounts/freeze accounts/google accounts/money-limits accounts/passkeys analytics cases common devices devices/client-errors devices/page-vitals fairness notifications/calls payment-vouchers payments payments/premium purchases regions rewards/rewards rewards/trust sandbox stream vouchers vouchers/sharing wallet wallet/exchange withdrawals'.split(
    ' ',
  );
const SCHEMA_FILE = `(${SCHEMAS.join('|')})\\.ts$`;

const into = (folders) => `(^|/)\\.\\./(${folders.join('|')})/`;
const never = (regex, message) => ({ regex, message });
const typesOnly = (regex, message) => ({ regex, message, allowTypeImports: true });

const context = (own, ...allowed) =>
  never(
    into(TOP_FOLDERS.filter((folder) => folder !== own && !allowed.includes(folder))),
    `${own}/ may import only ${[...allowed, 'itself'].join(', ')}`,
  );

const NO_TYPEBOX = never(
  '^(typebox|@fastify/type-provider-typebox)(/|$)',
  'TypeBox is for the server and for the files of contract/ in SCHEMAS of import-rules.mjs',
);

const onPhone = (own, ...allowed) => [
  context(own, ...allowed),
  NO_TYPEBOX,
  typesOnly(`/contract/${SCHEMA_FILE}`, 'import types only: a value brings TypeBox to the phone'),
];

const PAGE = [
  ...onPhone('src', 'contract', 'local', 'workers'),
  typesOnly(into(['workers']), 'src/ may import only types of workers/'),
];

const layer = (own, ...refused) => [
  ...PAGE,
  never(
    into(refused),
    `src/${own}/ may not import ${refused.join(', ')}: app → features → shared → platform, ui`,
  ),
];
const above = (own) => LAYERS.slice(0, LAYERS.indexOf(own));

/** One `../` more than the file's depth leads out of its feature. */
const featureRow = (_, depth) => [
  `src/features/*/${'*/'.repeat(depth)}*`,
  ...layer('features', 'app'),
  never(
    `^${'\\.\\./'.repeat(depth + 1)}[^.]|\\.\\./features/`,
    'a feature may not import another: what both need goes to src/shared, src/platform or src/ui',
  ),
];

const SERVER = [
  context('server', 'contract', 'documents'),
  never(
    '\\.\\./documents/(build/|[^/]+$)',
    'server/ may import of documents/ only documents/serve/',
  ),
];
const SERVER_FOLDER = [
  ...SERVER,
  never(
    '^\\.\\./(.+[/-])?routes\\.ts$',
    'only server/routes.ts and the routes of the same domain wire routes',
  ),
];

const GROUND = ['config', 'db', 'http', 'jobs', 'ledger', 'lib'];
const DOMAINS =
  'abuse accounts admin back-office cases disbursements exchange giveaways media notifications payment-vouchers payments premium regions rewards rotation sandbox stream trust vouchers wallet'.split(
    ' ',
  );

const NO_PURPOSE = never('/vouchers/by-purpose/', 'only the root and rotation/ import by-purpose/');
const BESIDE = 'giveaways/ and payment-vouchers/ stand beside each other on vouchers/';
const RULES = [
  [
    'contract/**',
    context('contract'),
    NO_TYPEBOX,
    typesOnly(
      `/${SCHEMA_FILE}`,
      'a file without schemas may import only types of one with schemas',
    ),
  ],
  [`contract/{${SCHEMAS.join(',')}}.ts`, context('contract')],

  ['local/**', ...onPhone('local', 'contract')],
  ['workers/**', ...onPhone('workers', 'contract', 'local')],
  [
    'sw/**',
    ...onPhone('sw', 'contract', 'local'),
    {
      group: [
        '**/local/**',
        '!**/local/outbox/send-outbox.ts',
        '!**/local/keys.ts',
        '!**/local/cached-data-saver.ts',
        '!**/local/plain-database.ts',
        '!**/local/timeout-signal.ts',
        '!**/local/traffic.ts',
      ],
      message: 'sw/ may import of local/ only what does without Dexie',
    },
  ],

  [
    'documents/**',
    context('documents', 'contract', 'src'),
    typesOnly(into(['src']), 'documents/ may import of src/ only the types of the built renderer'),
  ],

  ['src/**', ...PAGE],
  [
    'src/features/**',
    never('^', `a feature has at most ${FEATURE_DEPTH - 1} rooms inside each other`),
  ],
  ...Array.from({ length: FEATURE_DEPTH }, featureRow),
  ['src/shared/**', ...layer('shared', ...above('shared'))],
  ['src/platform/**', ...layer('platform', ...above('platform'), 'ui')],
  [
    'src/ui/**',
    ...layer('ui', ...above('ui'), 'local', 'workers'),
    {
      group: ['**/contract/**', ...KNOWN_TO_UI.map((name) => `!**/contract/${name}.ts`)],
      message:
        'src/ui/ knows no resource: of contract/ only constants, durations, digits, currencies, regions',
    },
  ],

  ['server/*', ...SERVER],
  ['server/*/**', ...SERVER_FOLDER, NO_PURPOSE],
  [
    `server/{${GROUND.join(',')}}/**`,
    ...SERVER_FOLDER,
    never(into(DOMAINS), `${GROUND.join(', ')} are what domains stand on and know none`),
  ],
  ['server/rotation/**', ...SERVER_FOLDER],
  ['server/giveaways/**', ...SERVER_FOLDER, NO_PURPOSE, never(into(['payment-vouchers']), BESIDE)],
  ['server/payment-vouchers/**', ...SERVER_FOLDER, NO_PURPOSE, never(into(['giveaways']), BESIDE)],
  [
    'server/vouchers/**',
    ...SERVER_FOLDER,
    never('\\.\\./(giveaways|payment-vouchers)/|/by-purpose/', BESIDE),
  ],
  ['server/vouchers/by-purpose/**', ...SERVER_FOLDER],
];

export default {
  plugins: ['import', 'oxc', 'typescript'],
  categories: { correctness: 'off' },
  ignorePatterns: ['dist', 'data', 'node_modules', '.tsbuild', '.cache'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
  },
  overrides: [
    ...RULES.map(([files, ...patterns]) => ({
      files: [files],
      rules: { 'eslint/no-restricted-imports': ['error', { patterns }] },
    })),
    {
      files: ['**/*.test.{ts,tsx}', 'tests/**'],
      rules: { 'eslint/no-restricted-imports': 'off' },
    },
  ],
};
