import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../lib/repository.ts';

const MAX_STYLE_LINES = 400;
const DEPENDENCY_NOTES = 'docs/dependencies.md';

const read = (root: string, file: string): string => {
  const at = path.join(root, file);
  return existsSync(at) ? readFileSync(at, 'utf8') : '';
};

function findLongStyles(root: string): string[] {
  return listFiles(root)
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, lines: read(root, file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_STYLE_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MAX_STYLE_LINES}`);
}

const RE_EXPORT = /^export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from '[^']+';$/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function findBarrels(root: string): string[] {
  return listFiles(root)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, source: read(root, file).replaceAll(COMMENT, '') }))
    .filter(
      ({ source }) => source.search(RE_EXPORT) >= 0 && !source.replaceAll(RE_EXPORT, '').trim(),
    )
    .map(({ file }) => `${file}: only re-exports; import from where things are defined`);
}

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

/** They ask at most to be named, or, as LGPL and MPL, for changes to themselves. */
const LICENCES = new Set(
  `MIT MIT-0 ISC 0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Unlicense
  LGPL-3.0-or-later MPL-2.0`.split(/\s+/),
);

/** Where a package has a choice of licences, one of them suffices. */
const isFree = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => LICENCES.has(name)));

function findUnfreeDependencies(root: string): string[] {
  const { packages } = JSON.parse(read(root, 'package-lock.json')) as {
    packages: Readonly<Record<string, { readonly dev?: true; readonly license?: string }>>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev, license = 'none' }]) => folder && !dev && !isFree(license))
    .map(([folder, { license = 'none' }]) => `${folder}: licence ${license}, which we do not ship`);
}

function findFoldersWithoutReadme(root: string): string[] {
  const folders = new Set(listFiles(root).flatMap((file) => /^[^/]+(?=\/)/.exec(file) ?? []));
  return [...folders]
    .filter((folder) => folder !== 'public' && !read(root, `${folder}/README.md`))
    .map((folder) => `${folder}: no README.md that says what it holds and where to begin`);
}

/** Nodes of the version before run during a deployment and must not break. */
const BREAKS_NODES = [
  /\b(?:DROP (?:TABLE|COLUMN)|RENAME COLUMN|TABLE \S+ RENAME TO)\b/i,
  // Those nodes do not fill the new column.
  /ADD COLUMN (?:(?!DEFAULT|GENERATED)[^;])*NOT NULL(?![^;]*(?:DEFAULT|GENERATED))/i,
];
/** docs/operations.md tells operators to stop every node before this migration. */
const STOPS_NODES = 'server/db/migrations/0008_ledger-accounts.sql';

function findBreakingMigrations(root: string): string[] {
  return listFiles(root)
    .filter((file) => file.startsWith('server/db/migrations/') && file.endsWith('.sql'))
    .filter((file) => file !== STOPS_NODES)
    .filter((file) => BREAKS_NODES.some((breaks) => breaks.test(read(root, file))))
    .map((file) => `${file}: takes away, renames or demands what nodes of the version before use`);
}

export const findHouseFaults = (root: string): string[] =>
  [
    findLongStyles,
    findFoldersWithoutReadme,
    findBarrels,
    findUnexplainedDependencies,
    findUnfreeDependencies,
    findBreakingMigrations,
  ].flatMap((find) => find(root));
