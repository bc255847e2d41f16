import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findUnexplainedDependencies } from './dependency-notes.ts';
import { MAX_STYLE_LINES, findLongStyles } from './size-limits.ts';

let root = '';
const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'goodies-files-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('length of style sheets', () => {
  it('refuses one line too many and lets the limit pass', () => {
    put('src/ui/long.module.css', 'a{}\n'.repeat(MAX_STYLE_LINES + 1));
    put('src/ui/fits.module.css', 'a{}\n'.repeat(MAX_STYLE_LINES));
    expect(findLongStyles(root)).toEqual(['src/ui/long.module.css: 401 lines, at most 400']);
  });
});

describe('reasons for dependencies', () => {
  const MANIFEST = JSON.stringify({ dependencies: { react: '1', '@scope/tool': '1' } });

  it('names a dependency without a line and a line without a dependency', () => {
    put('package.json', MANIFEST);
    put('docs/dependencies.md', '# Why\n\n| `react` | screens |\n| `gone` | once |\n');
    expect(findUnexplainedDependencies(root)).toEqual([
      expect.stringContaining('`@scope/tool`'),
      expect.stringContaining('`gone`'),
    ]);
  });

  it('is silent when both agree', () => {
    put('package.json', MANIFEST);
    put('docs/dependencies.md', '- `react` draws screens\n- `@scope/tool` measures\n');
    expect(findUnexplainedDependencies(root)).toEqual([]);
  });

  it('names every dependency when there is no record', () => {
    put('package.json', MANIFEST);
    expect(findUnexplainedDependencies(root)).toHaveLength(2);
  });
});
