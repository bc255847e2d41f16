import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const SHEETS = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** With `a + *` a browser takes each node that comes or goes, wherever it does, for one that may restyle all after it. */
const ANY_SIBLING = /[+~]\s*\*(?=[^{};]*\{)/g;

const anySiblings = (sheet: string): string[] =>
  [...sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(ANY_SIBLING)].map(([found]) => found);

test('what follows a sibling is named', () => {
  expect(SHEETS.length).toBeGreaterThan(30);
  const found = SHEETS.filter((path) => anySiblings(readFileSync(join(SRC, path), 'utf8')).length);
  expect(found).toEqual([]);
});

test.each([
  ['.rows > * + * { color: red }', 1],
  ['.a ~ *:hover,\n.b { color: red }', 1],
  ['.rows > li + li { inline-size: calc(1px + 2 * 3px) }', 0],
  ['/* a + * { } */ .a { margin: calc(2px + var(--a)) }', 0],
])('%s', (sheet, count) => expect(anySiblings(sheet)).toHaveLength(count));
