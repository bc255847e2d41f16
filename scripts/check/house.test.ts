import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findHouseFaults } from './house.ts';

let root = '';
const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'goodies-house-'));
  put('package.json', JSON.stringify({ dependencies: { react: '1', '@scope/tool': '1' } }));
  put('docs/dependencies.md', '# Why\n\n| `react` | screens |\n- `@scope/tool` measures\n');
});
afterEach(() => rmSync(root, { recursive: true }));

it('is silent when all is well', () => {
  expect(findHouseFaults(root)).toEqual([]);
});

it('refuses one line too many in a style sheet and lets the limit pass', () => {
  put('src/ui/long.module.css', 'a{}\n'.repeat(401));
  put('src/ui/fits.module.css', 'a{}\n'.repeat(400));
  expect(findHouseFaults(root)).toEqual(['src/ui/long.module.css: 401 lines, at most 400']);
});

it('refuses a file that only re-exports, and lets one re-export beside code of its own', () => {
  put(
    'src/a.ts',
    "/** All. */\nexport { a } from './b.ts';\nexport {\n  c,\n  d,\n} from './d.ts';\n",
  );
  put('src/types.ts', "export type { A } from './b.ts';\n");
  put('src/own.ts', "export { a } from './b.ts';\nexport const own = 2;\n");
  put('src/empty.ts', '// nothing\n');
  expect(findHouseFaults(root)).toEqual([
    expect.stringContaining('src/a.ts: only re-exports'),
    expect.stringContaining('src/types.ts: only re-exports'),
  ]);
});

it('names a dependency without a reason on record and a reason without its dependency', () => {
  put('docs/dependencies.md', '| `react` | screens |\n| `gone` | once |\n');
  expect(findHouseFaults(root)).toEqual([
    expect.stringContaining('`@scope/tool`'),
    expect.stringContaining('`gone`'),
  ]);
});
