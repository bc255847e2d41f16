import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT as ROOT, listFiles } from '../lib/repository.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const PAGES = listFiles(ROOT).filter((file) => file.endsWith('.md'));

const matches = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].toSorted();

describe('documentation', () => {
  it('lists exactly the settings that the server reads', () => {
    const table = read('README.md').split('## Configuration')[1]?.split('\n## ')[0] ?? '';
    const documented = matches(table, /^\| `([A-Z0-9_]+)`/gm);
    const known = matches(
      listFiles(ROOT, 'server')
        .filter((file) => /^server\/(?:config\/.*|read-[a-z-]+)\.ts$/.test(file))
        .map(read)
        .join(''),
      /\b(?:text|flag|url)\('([A-Z0-9_]+)'/g,
    );
    expect(documented.length).toBeGreaterThan(0);
    expect(documented).toEqual(known);
  });

  it.each(PAGES)('%s links only to what exists', (page) => {
    const targets = matches(read(page), /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g);
    const missing = targets.filter(
      (target) => !existsSync(path.join(ROOT, path.dirname(page), target)),
    );
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('%s names only commands that exist', (page) => {
    const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = matches(read(page), /(?:`|^|&& )npm (?:run )?(?!ci\b)([a-z:-]+)/gm);
    expect(commands.filter((command) => !(command in manifest.scripts))).toEqual([]);
  });
});
