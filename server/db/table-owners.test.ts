import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = path.join(SERVER, 'db', 'schema');
/** Both purposes of a voucher are rows of this table, so the folders that stand on `vouchers/` write it, too. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  vouchers: ['vouchers', 'giveaways', 'payment-vouchers'],
};
/** Plants rows of the past, which no use case could make. */
const PLANTING = 'demo/';
/** Files that only read, and so may join tables of other domains in one statement. */
const QUERY_FILE = /(?:^|\/)(?:read|list|find)-[^/]+\.ts$|^ledger\/[a-z-]*invariants\.ts$/;

interface Table {
  readonly name: string;
  readonly identifier: string;
  readonly owners: readonly string[];
}

const tables: readonly Table[] = readdirSync(SCHEMA).flatMap((file) => {
  const owner = path.basename(file, '.ts');
  const text = readFileSync(path.join(SCHEMA, file), 'utf8');
  return [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(
    ([, identifier = '', name = '']) => ({ name, identifier, owners: SHARED[owner] ?? [owner] }),
  );
});

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$|^db\//.test(file) && !file.startsWith(PLANTING),
);

const codeOf = (file: string): string =>
  readFileSync(path.join(SERVER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Whether code writes a table, through Drizzle or in SQL of its own. */
const writes = (code: string, { name, identifier }: Table): boolean =>
  new RegExp(
    String.raw`\.(?:insert|update|delete)\(${identifier}\)|\b(?:insert into|update|delete from) ${name}\b`,
  ).test(code);

const reads = (code: string, { name, identifier }: Table): boolean =>
  new RegExp(
    String.raw`\b(?:from|join) ${name}\b|[{,]\s*${identifier}\b[^;]*from '[./]+db/schema/`,
  ).test(code);

const strangersWho = (
  doIt: typeof reads,
  among: (file: string) => boolean = () => true,
): string[] =>
  files.filter(among).flatMap((file) => {
    const code = codeOf(file);
    return tables
      .filter(({ owners }) => !owners.includes(file.split('/')[0] ?? ''))
      .filter((table) => doIt(code, table))
      .map(({ name }) => `${file}: ${name}`);
  });

describe('a table', () => {
  it('belongs to one domain, whose folder its schema file is named after', () => {
    expect(tables.length).toBeGreaterThan(20);
    const folders = readdirSync(SERVER);
    for (const { owners } of tables) expect(folders).toEqual(expect.arrayContaining([...owners]));
  });

  it('is written by its owner alone', () => {
    expect(strangersWho(writes)).toEqual([]);
  });

  it('is read by its owner, and by other domains in query files', () => {
    expect(strangersWho(reads, (file) => !QUERY_FILE.test(file))).toEqual([]);
  });

  it.each([
    ['tx.insert(payments).values({})', true],
    ['sql`update payments set status = 1`', true],
    ['sql`select * from payments`', false],
    ["import { payments } from '../db/schema/payments.ts';", false],
  ])('is written where %s stands: %s', (code, isWritten) => {
    const table = { name: 'payments', identifier: 'payments', owners: ['payments'] };
    expect(writes(code, table)).toBe(isWritten);
    expect(reads(code, table)).toBe(!isWritten);
  });
});
