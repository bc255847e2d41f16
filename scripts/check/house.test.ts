import { expect, it } from 'vitest';
import { findHouseFaults } from './house.ts';
import { type Files, inRepository } from './small-repository.ts';

const lockOf = (packages: Readonly<Record<string, object>>): string =>
  JSON.stringify({
    packages: Object.fromEntries([
      ['', { name: 'goodies' }],
      ...Object.entries(packages).map(([name, facts]) => [`node_modules/${name}`, facts]),
    ]) as object,
  });

const SOUND: Files = {
  'package.json': JSON.stringify({ dependencies: { react: '1', '@scope/tool': '1' } }),
  'package-lock.json': lockOf({ react: { license: 'MIT' } }),
  'docs/README.md': '# docs\n',
  'src/README.md': '# src\n',
  'docs/dependencies.md': '# Why\n\n| `react` | screens |\n- `@scope/tool` measures\n',
};
const faultsOf = (files: Files): string[] => inRepository({ ...SOUND, ...files }, findHouseFaults);

it('is silent when all is well', () => {
  expect(faultsOf({})).toEqual([]);
});

it('refuses one line too many in a style sheet and lets the limit pass', () => {
  const files = {
    'src/ui/long.module.css': 'a{}\n'.repeat(401),
    'src/ui/fits.module.css': 'a{}\n'.repeat(400),
  };
  expect(faultsOf(files)).toEqual(['src/ui/long.module.css: 401 lines, at most 400']);
});

it('refuses a folder at the top without a README, and lets static files be', () => {
  expect(faultsOf({ 'local/a.ts': 'export {};\n', 'public/a.svg': '<svg/>' })).toEqual([
    expect.stringContaining('local: no README.md'),
  ]);
});

it('refuses a file that only re-exports, and lets one re-export beside code of its own', () => {
  const files = {
    'src/a.ts':
      "/** All. */\nexport { a } from './b.ts';\nexport {\n  c,\n  d,\n} from './d.ts';\n",
    'src/types.ts': "export type { A } from './b.ts';\n",
    'src/own.ts': "export { a } from './b.ts';\nexport const own = 2;\n",
    'src/empty.ts': '// nothing\n',
  };
  expect(faultsOf(files)).toEqual([
    expect.stringContaining('src/a.ts: only re-exports'),
    expect.stringContaining('src/types.ts: only re-exports'),
  ]);
});

it.each([
  'ALTER TABLE "users" DROP COLUMN "name";',
  'DROP TABLE "users";',
  'ALTER TABLE "users" RENAME TO "people";',
  'ALTER TABLE "users" RENAME COLUMN "name" TO "called";',
  'ALTER TABLE "users" ADD COLUMN "name" text NOT NULL;',
])('refuses a migration that the version before cannot run with: %s', (sql) => {
  expect(
    faultsOf({ 'server/README.md': '# server\n', 'server/db/migrations/0001_it.sql': sql }),
  ).toEqual([expect.stringContaining('0001_it.sql: takes away, renames or demands')]);
});

it('lets a migration add, and rename what only it knows', () => {
  const sql = `ALTER TABLE "users" ADD COLUMN "name" text;
ALTER TABLE "users" ADD COLUMN "kind" text DEFAULT 'a' NOT NULL;
ALTER TABLE "users" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY;
ALTER INDEX "users_name" RENAME TO "users_name_former";
DROP INDEX "users_name_former";`;
  const files = { 'server/README.md': '# server\n', 'server/db/migrations/0001_it.sql': sql };
  expect(faultsOf(files)).toEqual([]);
});

it('names a dependency without a reason on record and a reason without its dependency', () => {
  const notes = '| `react` | screens |\n| `gone` | once |\n';
  expect(faultsOf({ 'docs/dependencies.md': notes })).toEqual([
    expect.stringContaining('`@scope/tool`'),
    expect.stringContaining('`gone`'),
  ]);
});

it('names a shipped dependency whose licence asks for more than its name, or that has none', () => {
  const packages = {
    choice: { license: '(MIT OR GPL-3.0-or-later)' },
    both: { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
    tool: { license: 'GPL-3.0-only', dev: true },
    strict: { license: 'AGPL-3.0-only' },
    half: { license: 'MIT AND GPL-2.0-only' },
    silent: {},
  };
  expect(faultsOf({ 'package-lock.json': lockOf(packages) })).toEqual([
    expect.stringContaining('node_modules/strict: licence AGPL-3.0-only'),
    expect.stringContaining('node_modules/half'),
    expect.stringContaining('node_modules/silent: licence none'),
  ]);
});
