import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../lib/repository.ts';

/** Lines a hand-written style sheet may have; the linter holds scripts to the same number. */
const MAX_STYLE_LINES = 400;
const DEPENDENCY_NOTES = 'docs/dependencies.md';

const read = (root: string, file: string): string => {
  const at = path.join(root, file);
  return existsSync(at) ? readFileSync(at, 'utf8') : '';
};

/** `file: N lines` for each style sheet that is too long. */
function findLongStyles(root: string): string[] {
  return listFiles(root)
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, lines: read(root, file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_STYLE_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MAX_STYLE_LINES}`);
}

const RE_EXPORT = /^export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from '[^']+';$/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Files that only pass on what others export, name by name; the import rules see `export *`. */
function findBarrels(root: string): string[] {
  return listFiles(root)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, source: read(root, file).replaceAll(COMMENT, '') }))
    .filter(
      ({ source }) => source.search(RE_EXPORT) >= 0 && !source.replaceAll(RE_EXPORT, '').trim(),
    )
    .map(({ file }) => `${file}: only re-exports; import from where things are defined`);
}

/** Runtime dependencies without a reason on record, and reasons for what is no longer there. */
function findUnexplainedDependencies(root: string): string[] {
  const { dependencies } = JSON.parse(read(root, 'package.json')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const names = Object.keys(dependencies);
  const notes = read(root, DEPENDENCY_NOTES).matchAll(/^\s*[|*-]\s*`([^`]+)`/gm);
  const explained = [...notes].map(([, name = '']) => name);
  return [
    ...names
      .filter((name) => !explained.includes(name))
      .map((name) => `${DEPENDENCY_NOTES} has no line for \`${name}\`: say why it is there`),
    ...explained
      .filter((name) => !names.includes(name))
      .map(
        (name) => `${DEPENDENCY_NOTES} still explains \`${name}\`, which is no runtime dependency`,
      ),
  ];
}

/** What no kept tool says about files and folders: a line for each breach. */
export const findHouseFaults = (root: string): string[] =>
  [findLongStyles, findBarrels, findUnexplainedDependencies].flatMap((find) => find(root));
