import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT as ROOT, listFiles } from '../lib/repository.ts';
import { renderConfiguration } from '../write-configuration.ts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const PAGES = listFiles(ROOT).filter((file) => file.endsWith('.md'));

const matches = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].toSorted();

describe('documentation', () => {
  it.each(Object.entries(renderConfiguration()))(
    'has %s as scripts/write-configuration.ts writes it from the settings',
    (file, text) => expect(read(file)).toBe(text),
  );

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
