import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type StaticExport, type StaticImport, parseSync } from 'oxc-parser';
import { listFiles } from '../lib/repository.ts';

/** One import, `export … from` or `import()` of a module. */
export interface ModuleImport {
  readonly specifier: string;
  /** A path in the repository for a relative import, else the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface Module {
  readonly path: string;
  readonly imports: readonly ModuleImport[];
  /** True when the file only passes on what others export. */
  readonly isBarrel: boolean;
}

/** Modules by path relative to the repository's root. */
export type ModuleGraph = ReadonlyMap<string, Module>;

const SOURCE_FILE = /\.(?:ts|tsx|mts|mjs|js|jsx)$/;

/** `lodash/fp` → `lodash`, `@scope/name/x` → `@scope/name`, `node:fs` stays. */
const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function toImport(from: string, specifier: string, typeOnly: boolean, line: number): ModuleImport {
  const isPackage = !specifier.startsWith('.');
  const target = isPackage
    ? packageName(specifier)
    : path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  return { specifier, target, isPackage, typeOnly, line };
}

const isTypeImport = ({ entries }: StaticImport): boolean =>
  entries.length > 0 && entries.every((entry) => entry.isType);

/** `export … from` statements; a name that is imported and then exported counts at its import. */
const reExports = (statement: StaticExport, imported: ReadonlySet<number>) =>
  statement.entries.filter(
    (entry) => entry.moduleRequest && !imported.has(entry.moduleRequest.start),
  );

/**
 * What one source text imports.
 * @throws Error with the parser's message when the text is not valid TypeScript.
 */
function readModule(file: string, source: string): Module {
  const { module, program, errors } = parseSync(file, source);
  const [fault] = errors;
  if (fault) throw new Error(`${file}: ${fault.message}`);

  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const imported = new Set(module.staticImports.map((found) => found.moduleRequest.start));
  const imports = module.staticImports.map((found) =>
    toImport(file, found.moduleRequest.value, isTypeImport(found), lineAt(found.start)),
  );
  for (const statement of module.staticExports) {
    for (const entry of reExports(statement, imported)) {
      const specifier = entry.moduleRequest?.value ?? '';
      imports.push(toImport(file, specifier, entry.isType, lineAt(statement.start)));
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) imports.push(toImport(file, literal[2], false, lineAt(start)));
  }
  const passesOn = program.body.filter(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  );
  const isBarrel = program.body.length > 0 && passesOn.length === program.body.length;
  return { path: file, imports, isBarrel };
}

/** Reads every module below `root`. */
export function readModuleGraph(root: string): ModuleGraph {
  const graph = new Map<string, Module>();
  for (const file of listFiles(root)) {
    if (!SOURCE_FILE.test(file) || file.endsWith('.d.ts')) continue;
    graph.set(file, readModule(file, readFileSync(path.join(root, file), 'utf8')));
  }
  return graph;
}
