import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { type Files, lint } from './small-repository.ts';

const CONFIG = 'import-rules.mjs';
const codesOf = (files: Files): string[] =>
  lint(files, CONFIG)
    .map(({ filename, code }) => `${filename} ${code}`)
    .toSorted();

const WAYS = ['value', 'type', 'passed on', 'lazy'] as const;
type Way = (typeof WAYS)[number];
/** An import, and a part of what must be said of it, if anything. */
type Edge = readonly [from: string, to: string, message?: string];

const sourceOf = (way: Way, specifier: string, name: string): string =>
  ({
    value: `import { ${name} } from '${specifier}';\nexport const own = ${name};\n`,
    type: `import type { ${name} } from '${specifier}';\nexport let own: ${name};\n`,
    'passed on': `export { ${name} } from '${specifier}';\nexport const own = 1;\n`,
    lazy: `export const load = () => import('${specifier}');\n`,
  })[way];

const specifierOf = (from: string, to: string): string => {
  if (!to.includes('/')) return to;
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
};

const GROUND = ['config', 'db', 'http', 'jobs', 'ledger', 'lib'];
const DOMAINS = readdirSync(path.join(REPOSITORY_ROOT, 'server'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !GROUND.includes(entry.name))
  .map(({ name }) => name);

/** Refused by value, as type, passed on and lazily. */
const FORBIDDEN: readonly Edge[] = [
  ['contract/a.ts', 'local/b.ts', 'contract/ may import only itself'],
  ['contract/money/a.ts', 'server/b.ts', 'contract/ may import only itself'],
  ['contract/vouchers.ts', 'server/b.ts', 'contract/ may import only itself'],
  ['contract/a.ts', 'typebox', 'TypeBox is for'],
  ['local/a.ts', 'workers/b.ts', 'local/ may import only contract, itself'],
  ['local/queries/a.ts', 'src/platform/b.ts', 'local/ may import only'],
  ['workers/a.ts', 'src/platform/b.ts', 'workers/ may import only contract, local'],
  ['workers/commands/a.ts', 'sw/b.ts', 'workers/ may import only'],
  ['sw/a.ts', 'workers/b.ts', 'sw/ may import only contract, local'],
  ['sw/a.ts', 'tests/fixtures/b.ts', 'sw/ may import only'],
  ['sw/a.ts', 'local/database.ts', 'without Dexie'],
  ['sw/a.ts', 'local/outbox/enqueue-tracking.ts', 'without Dexie'],
  ['documents/build/a.ts', 'server/b.ts', 'documents/ may import only contract, src'],
  ['documents/serve/a.ts', 'local/b.ts', 'documents/ may import only'],
  ['src/app/a.tsx', 'server/b.ts', 'src/ may import only'],
  ['src/features/home/a.ts', 'server/db/schema/vouchers.ts', 'src/ may import only'],
  ['src/ui/a.ts', 'documents/build/b.ts', 'src/ may import only'],
  ['src/app/a.ts', 'tests/fixtures/b.ts', 'src/ may import only'],
  ['src/platform/a.ts', 'typebox', 'TypeBox is for'],
  ['server/http/a.ts', 'local/b.ts', 'server/ may import only'],
  ['server/a.ts', 'src/platform/b.ts', 'server/ may import only'],
  ['server/http/a.ts', 'documents/build/b.ts', 'only documents/serve'],
  ['server/a.ts', 'documents/vite-plugin.ts', 'only documents/serve'],

  ['src/features/home/a.ts', 'src/app/b.ts', 'src/features/ may not import app'],
  ['src/shared/vouchers/a.ts', 'src/features/home/b.ts', 'src/shared/ may not import'],
  ['src/shared/vouchers/a.ts', 'src/app/b.ts', 'src/shared/ may not import'],
  ['src/platform/a.ts', 'src/shared/vouchers/b.ts', 'src/platform/ may not import'],
  ['src/platform/router/a.ts', 'src/features/home/b.ts', 'src/platform/ may not import'],
  ['src/platform/a.ts', 'src/ui/b.ts', 'src/platform/ may not import'],
  ['src/ui/a.ts', 'src/platform/b.ts', 'src/ui/ may not import'],
  ['src/ui/form/a.ts', 'src/shared/vouchers/b.ts', 'src/ui/ may not import'],
  ['src/ui/a.ts', 'src/features/home/b.ts', 'src/ui/ may not import'],
  ['src/ui/ticket/a.ts', 'contract/vouchers/b.ts', 'knows no resource'],
  ['src/ui/a.ts', 'contract/money/b.ts', 'knows no resource'],
  ['src/ui/a.ts', 'local/queries/b.ts', 'src/ui/ may not import'],
  ['src/ui/a.ts', 'src/app/b.ts', 'src/ui/ may not import'],
  ['src/features/home/r/r/r/r/r/a.ts', 'src/ui/b.ts', 'at most 4 rooms'],
  ['src/features/home/a.ts', 'src/features/money/wallet/b.ts', 'may not import another'],
  ['src/features/home/a.ts', 'src/features/money/wallet/room/b.ts', 'may not import another'],
  ['src/features/home/room/a.ts', 'src/features/money/wallet/b.ts', 'may not import another'],
  [
    'src/features/home/room/inner/a.ts',
    'src/features/money/wallet/room/b.ts',
    'may not import another',
  ],

  ['server/wallet/a.ts', 'server/vouchers/routes.ts', 'wire routes'],
  ['server/payments/a.ts', 'server/vouchers/routes.ts', 'wire routes'],
  ['server/abuse/devices/a.ts', 'server/vouchers/voucher-routes.ts', 'wire routes'],
  ['server/accounts/a.ts', 'server/giveaways/sharing/share-routes.ts', 'wire routes'],
  ['server/giveaways/a.ts', 'server/payment-vouchers/b.ts', 'beside each other'],
  ['server/giveaways/guess/a.ts', 'server/payment-vouchers/b.ts', 'beside each other'],
  ['server/payment-vouchers/a.ts', 'server/giveaways/guess/b.ts', 'beside each other'],
  ['server/vouchers/a.ts', 'server/giveaways/guess/b.ts', 'beside each other'],
  ['server/vouchers/a.ts', 'server/payment-vouchers/b.ts', 'beside each other'],
  ['server/vouchers/a.ts', 'server/vouchers/by-purpose/b.ts', 'beside each other'],
  ['server/wallet/a.ts', 'server/vouchers/by-purpose/b.ts', 'only the root'],
  ['server/giveaways/guess/a.ts', 'server/vouchers/by-purpose/b.ts', 'only the root'],
  ...DOMAINS.map((domain): Edge => ['server/db/a.ts', `server/${domain}/b.ts`, 'know none']),
  ...GROUND.map((ground): Edge => [`server/${ground}/a.ts`, 'server/wallet/b.ts', 'know none']),
];

/** Refused by value only. */
const TYPES_ONLY: readonly Edge[] = [
  ['contract/a.ts', 'contract/vouchers.ts', 'a file without schemas'],
  ['contract/money/a.ts', 'contract/common.ts', 'a file without schemas'],
  ['local/a.ts', 'contract/vouchers.ts', 'brings TypeBox'],
  ['workers/commands/a.ts', 'contract/wallet.ts', 'brings TypeBox'],
  ['sw/a.ts', 'contract/vouchers.ts', 'brings TypeBox'],
  ['src/features/home/a.ts', 'contract/payment-vouchers.ts', 'brings TypeBox'],
  ['src/app/a.ts', 'contract/common.ts', 'brings TypeBox'],
  ['src/platform/a.ts', 'workers/b.ts', 'only types of workers/'],
  ['src/platform/a.ts', 'workers/commands/b.ts', 'only types of workers/'],
  ['documents/serve/a.ts', 'src/app/entry-server.tsx', 'only the types of the built renderer'],
];

const ALLOWED: readonly Edge[] = [
  ['contract/wallet.ts', 'typebox'],
  ['contract/regions.ts', 'contract/common.ts'],
  ['contract/a.ts', 'contract/money.ts'],
  ['local/a.ts', 'contract/money.ts'],
  ['workers/a.ts', 'local/b.ts'],
  ['sw/a.ts', 'local/keys.ts'],
  ['sw/a.ts', 'local/outbox/send-outbox.ts'],
  ['documents/build/a.ts', 'contract/money.ts'],
  ['documents/build/a.ts', 'documents/serve/b.ts'],
  ['src/app/a.ts', 'local/b.ts'],
  ['src/app/a.ts', 'src/features/home/b.ts'],
  ['src/features/home/a.ts', 'contract/money.ts'],
  ['src/features/home/a.ts', 'src/features/home/room/b.ts'],
  ['src/features/home/room/a.ts', 'src/features/home/b.ts'],
  ['src/features/home/room/a.ts', 'src/features/home/other-room/b.ts'],
  ['src/features/home/room/inner/a.ts', 'src/features/home/b.ts'],
  ['src/features/home/a.ts', 'src/shared/vouchers/b.ts'],
  ['src/features/home/room/a.ts', 'src/ui/b.ts'],
  ['src/shared/vouchers/a.ts', 'src/shared/payments/b.ts'],
  ['src/shared/vouchers/a.ts', 'src/platform/b.ts'],
  ['src/shared/vouchers/a.ts', 'src/ui/b.ts'],
  ['server/a.ts', 'server/vouchers/routes.ts'],
  ['server/a.ts', 'typebox'],
  ['server/http/a.ts', 'contract/vouchers.ts'],
  ['server/http/a.ts', 'documents/serve/b.ts'],
  ['server/giveaways/routes.ts', 'server/giveaways/sharing/share-routes.ts'],
  ['server/giveaways/a.ts', 'server/vouchers/b.ts'],
  ['server/payment-vouchers/a.ts', 'server/vouchers/b.ts'],
  ['server/wallet/a.ts', 'server/payments/b.ts'],
  ['server/wallet/a.test.ts', 'tests/fixtures/b.ts'],
  ['tests/api/a.ts', 'server/db/b.ts'],
  ['scripts/a.ts', 'server/db/b.ts'],
];

interface Case {
  readonly title: string;
  readonly way: Way;
  readonly file: string;
  readonly source: string;
  readonly message: string | undefined;
}

let numberOfFiles = 0;
/** A file of its own for each edge and way: the name `a` gets a number. */
const casesOf = (edges: readonly Edge[], ...ways: readonly Way[]): Case[] =>
  edges.flatMap(([from, to, message]) =>
    ways.map((way) => ({
      title: `${from} → ${to} (${way})`,
      way,
      file: from.replace(/\ba\./, `a${(numberOfFiles += 1)}.`),
      source: sourceOf(way, specifierOf(from, to), 'value'),
      message,
    })),
  );

const REFUSED = [
  ...casesOf(FORBIDDEN, ...WAYS),
  ...casesOf(TYPES_ONLY, 'value', 'passed on', 'lazy'),
];
const PASSED = [
  ...casesOf(ALLOWED, ...WAYS),
  ...casesOf(TYPES_ONLY, 'type').map((one) => ({ ...one, message: undefined })),
];

/** What the linter says of a file, by `way:file`; each way is a run, since some files must keep their names. */
const said = new Map<string, string[]>();
const keyOf = ({ way, file }: Case): string => `${way}:${file}`;

beforeAll(() => {
  for (const way of WAYS) {
    const cases = [...REFUSED, ...PASSED].filter((one) => one.way === way);
    const files = Object.fromEntries(cases.map(({ file, source }) => [file, source]));
    expect(Object.keys(files)).toHaveLength(cases.length);
    for (const { filename, code, help } of lint(files, CONFIG)) {
      const key = `${way}:${filename}`;
      said.set(key, [...(said.get(key) ?? []), `${code} ${help}`]);
    }
  }
});

describe('who may import whom', () => {
  it.each(REFUSED)('refuses $title', (one) => {
    expect(said.get(keyOf(one))).toEqual([expect.stringContaining(one.message ?? '')]);
  });

  it.each(PASSED)('lets pass $title', (one) => {
    expect(said.get(keyOf(one))).toBeUndefined();
  });
});

it.each(['value', 'type', 'passed on'] as const)(
  'refuses two files that import each other (%s)',
  (way) => {
    const files = {
      'server/a.ts': sourceOf(way, './b.ts', 'own'),
      'server/b.ts': sourceOf('value', './a.ts', 'own'),
    };
    expect(codesOf(files)).toEqual([
      'server/a.ts import(no-cycle)',
      'server/b.ts import(no-cycle)',
    ]);
  },
);

it("refuses a file that passes on all of another's exports", () => {
  const files = {
    'src/ui/a.ts': 'export const value = 1;\n',
    'src/ui/index.ts': "export * from './a.ts';\n",
  };
  expect(codesOf(files)).toEqual(['src/ui/index.ts oxc(no-barrel-file)']);
});
