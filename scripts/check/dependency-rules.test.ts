import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations } from './dependency-rules.ts';
import { readModuleGraph } from './module-graph.ts';

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];

/** `rule file:line` of every breach in a small repository made of these files. */
function check(files: Files): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'goodies-rules-'));
  folders.push(root);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return findViolations(readModuleGraph(root)).map(({ rule, at }) => `${rule} ${at}`);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const VALUE = 'export const value = 1;\n';

/** A file, what it imports by value, and the breach that must be found. */
const FORBIDDEN: readonly (readonly [from: string, to: string, breach: string])[] = [
  ['contract/a.ts', 'local/b.ts', 'contexts'],
  ['contract/a.ts', 'server/b.ts', 'contexts'],
  ['local/a.ts', 'workers/b.ts', 'contexts'],
  ['local/a.ts', 'src/platform/b.ts', 'contexts'],
  ['workers/a.ts', 'src/platform/b.ts', 'contexts'],
  ['workers/a.ts', 'sw/b.ts', 'contexts'],
  ['sw/a.ts', 'workers/b.ts', 'contexts'],
  ['src/platform/a.ts', 'workers/b.ts', 'contexts'],
  ['src/app/a.tsx', 'server/b.ts', 'contexts'],
  ['src/app/a.ts', 'tests/fixtures/b.ts', 'contexts'],
  ['server/http/a.ts', 'local/b.ts', 'contexts'],
  ['server/http/a.ts', 'src/platform/b.ts', 'contexts'],
  ['src/platform/a.ts', 'src/ui/b.ts', 'page-layers'],
  ['src/ui/a.ts', 'src/platform/b.ts', 'page-layers'],
  ['src/domain/vouchers/a.ts', 'src/features/home/b.ts', 'page-layers'],
  ['src/platform/a.ts', 'src/app/b.ts', 'page-layers'],
  ['src/ui/a.ts', 'src/features/home/b.ts', 'page-layers'],
  ['src/ui/a.ts', 'src/app/b.ts', 'page-layers'],
  ['src/features/home/a.ts', 'src/app/b.ts', 'page-layers'],
  ['src/features/home/a.ts', 'src/main.ts', 'page-layers'],
  ['src/features/home/a.ts', 'src/features/wallet/b.ts', 'page-layers'],
  ['server/wallet/top-up.ts', 'server/vouchers/vouchers.repo.ts', 'server-domains'],
  ['server/wallet/top-up.ts', 'server/vouchers/routes.ts', 'server-domains'],
  ['server/jobs/run.ts', 'server/vouchers/vouchers.repo.ts', 'server-domains'],
  ['server/jobs/run.ts', 'server/vouchers/routes.ts', 'server-domains'],
  ['server/db/a.ts', 'server/vouchers/routes.ts', 'server-domains'],
  ['server/ledger/a.ts', 'server/vouchers/voucher-routes.ts', 'server-domains'],
  ['server/http/a.ts', 'server/vouchers/vouchers.routes.ts', 'server-domains'],
];

const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['local/a.ts', 'contract/b.ts'],
  ['workers/a.ts', 'local/b.ts'],
  ['sw/a.ts', 'local/b.ts'],
  ['src/features/home/a.ts', 'contract/b.ts'],
  ['src/app/a.ts', 'local/b.ts'],
  ['server/http/a.ts', 'contract/b.ts'],
  ['scripts/a.ts', 'server/db/b.ts'],
  ['tests/api/a.ts', 'server/app.ts'],
  ['server/wallet/top-up.test.ts', 'tests/fixtures/b.ts'],
  ['src/main.ts', 'src/app/b.ts'],
  ['src/app/a.ts', 'src/features/home/b.ts'],
  ['src/features/home/a.ts', 'src/features/home/b.ts'],
  ['src/features/home/a.ts', 'src/ui/b.ts'],
  ['src/features/home/a.ts', 'src/domain/vouchers/b.ts'],
  ['src/domain/vouchers/a.ts', 'src/domain/payments/b.ts'],
  ['src/domain/vouchers/a.ts', 'src/platform/b.ts'],
  ['server/app.ts', 'server/vouchers/routes.ts'],
  ['server/vouchers/routes.ts', 'server/vouchers/vouchers.repo.ts'],
  ['server/wallet/top-up.ts', 'server/vouchers/fund-voucher.ts'],
  ['server/jobs/run.ts', 'server/vouchers/draw-lottery.ts'],
  ['server/wallet/routes.ts', 'server/ledger/post-journal.ts'],
];

const relative = (from: string, to: string): string => {
  const found = path.posix.relative(path.posix.dirname(from), to);
  return found.startsWith('.') ? found : `./${found}`;
};

describe('import rules', () => {
  it.each(FORBIDDEN)('refuses %s → %s', (from, to, rule) => {
    const statement = `import { value } from '${relative(from, to)}';\n`;
    const files = { [from]: `${statement}export const own = value;\n`, [to]: VALUE };
    expect(check(files)).toContain(`${rule} ${from}:1`);
  });

  it.each(FORBIDDEN)('refuses %s → %s loaded later', (from, to, rule) => {
    const files = {
      [from]: `export const load = () => import('${relative(from, to)}');\n`,
      [to]: VALUE,
    };
    expect(check(files)).toContain(`${rule} ${from}:1`);
  });

  it.each(ALLOWED)('lets %s import %s', (from, to) => {
    const statement = `import { value } from '${relative(from, to)}';\n`;
    expect(check({ [from]: `${statement}export const own = value;\n`, [to]: VALUE })).toEqual([]);
  });

  it('lets the page import types of the worker', () => {
    const files = {
      'src/platform/bridge.ts': `import type { Api } from '../../workers/api.ts';\nexport let api: Api;\n`,
      'workers/api.ts': 'export type Api = { ping(): void };\n',
    };
    expect(check(files)).toEqual([]);
  });

  it('refuses types of the server in the page', () => {
    const files = {
      'src/platform/a.ts': `import type { Row } from '../../server/db/schema.ts';\nexport let row: Row;\n`,
      'server/db/schema.ts': 'export type Row = string;\n',
    };
    expect(check(files)).toEqual(['contexts src/platform/a.ts:1']);
  });
});

describe('barrels', () => {
  it.each([
    "export * from './a.ts';\n",
    "export { value } from './a.ts';\nexport * from './a.ts';\n",
  ])('refuses a file that only re-exports: %s', (source) => {
    expect(check({ 'src/ui/a.ts': VALUE, 'src/ui/index.ts': source })).toEqual([
      'no-barrels src/ui/index.ts',
    ]);
  });

  it('lets a file re-export beside code of its own', () => {
    const source = "export { value } from './a.ts';\nexport const other = 2;\n";
    expect(check({ 'src/ui/a.ts': VALUE, 'src/ui/b.ts': source })).toEqual([]);
  });
});

describe('cycles', () => {
  it('refuses two files that import each other, and names the way once', () => {
    const files = {
      'server/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
      'server/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    };
    expect(check(files)).toEqual(['no-cycles server/a.ts']);
  });

  it('lets two files share types', () => {
    const files = {
      'server/a.ts': `import type { B } from './b.ts';\nexport type A = B | 1;\n`,
      'server/b.ts': `import type { A } from './a.ts';\nexport type B = A[];\n`,
    };
    expect(check(files)).toEqual([]);
  });
});

describe('weight of the client', () => {
  const SCHEMA = `import Type from 'typebox';\nexport const schema = Type.Object({});\nexport type Body = { a: 1 };\n`;

  it.each(['src/features/home/a.ts', 'workers/a.ts', 'local/a.ts', 'sw/a.ts'])(
    'refuses a schema that reaches %s through another file',
    (from) => {
      const files = {
        [from]: `import { limit } from '${relative(from, 'contract/limits.ts')}';\nexport const own = limit;\n`,
        'contract/limits.ts': `import { schema } from './schema.ts';\nexport const limit = schema;\n`,
        'contract/schema.ts': SCHEMA,
      };
      expect(check(files)).toEqual([`client-weight ${from}`]);
    },
  );

  it('lets the client use the types of a schema', () => {
    const files = {
      'src/platform/a.ts': `import type { Body } from '../../contract/schema.ts';\nexport let body: Body;\n`,
      'contract/schema.ts': SCHEMA,
    };
    expect(check(files)).toEqual([]);
  });

  it('lets the server use schemas', () => {
    const files = {
      'server/http/a.ts': `import { schema } from '../../contract/schema.ts';\nexport const own = schema;\n`,
      'contract/schema.ts': SCHEMA,
    };
    expect(check(files)).toEqual([]);
  });
});
