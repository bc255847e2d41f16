import type { Rolldown } from 'vite';

import { isForUsers } from './chunk-groups.ts';

type GetInfo = (
  id: string,
) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null;

/** The modules that a module leads to, without passing by what only people who are signed in open. */
function modulesFrom(start: string, getInfo: GetInfo): ReadonlySet<string> {
  const found = new Set([start]);
  // A set that grows is walked to its new end.
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = getInfo(id) ?? {};
    for (const imported of importedIds) found.add(imported);
    for (const imported of dynamicallyImportedIds) if (!isForUsers(imported)) found.add(imported);
  }
  return found;
}

const VISITORS_WORK = /^assets\/data-worker-[\w-]{8}\.js$/;
/** What a script of the data worker imports at once: Vite builds it by itself, and tells its files only. */
const IMPORTED = /\bfrom\s*["']\.\/([^"']+\.js)["']/g;

function partsOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): readonly string[] {
  if (file.type === 'chunk') return [...file.imports, ...(file.viteMetadata?.importedCss ?? [])];
  const code = file.fileName.endsWith('.js') ? Buffer.from(file.source).toString() : '';
  return Array.from(code.matchAll(IMPORTED), ([, name]) => `assets/${name}`);
}

/**
 * Names of the scripts and sheets that visitors may need without a network: those with a module that the entry leads
 * to, those of the data worker, and whatever they import at once.
 * @param entry source of the app's entry
 */
export function visitorsFiles(
  output: Rolldown.OutputBundle,
  entry: string,
  getInfo: GetInfo,
): ReadonlySet<string> {
  const all = Object.values(output);
  const chunks = all.filter((file) => file.type === 'chunk');
  const start = chunks.flatMap(({ moduleIds }) => moduleIds).find((id) => id.endsWith(`/${entry}`));
  if (start === undefined) throw new Error(`The build has no module ${entry}`);
  const modules = modulesFrom(start, getInfo);
  const isNeeded = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean =>
    VISITORS_WORK.test(file.fileName) ||
    (file.type === 'chunk' && file.moduleIds.some((id) => modules.has(id)));
  const files = new Set(all.filter((file) => isNeeded(file)).map(({ fileName }) => fileName));
  for (const name of files) {
    const file = output[name];
    for (const part of file ? partsOf(file) : []) files.add(part);
  }
  return files;
}
