import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What one page of the app needs from the build, as file names in the output folder. */
export interface PageFiles {
  /** Styles in the order of the cascade. */
  readonly css: readonly string[];
  /** Modules, each after those that it imports, so that a browser can evaluate them one by one as they arrive. */
  readonly js: readonly string[];
}

function chunkOf(bundle: Bundle, source: string): Chunk {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/${source}`)))
      return output;
  }
  throw new Error(`The build has no chunk for ${source}`);
}

/** The chunk after everything it imports statically, each once. */
function withImports(
  bundle: Bundle,
  chunk: Chunk,
  found = new Set<Chunk>(),
  importers: readonly Chunk[] = [],
): Set<Chunk> {
  if (found.has(chunk)) return found;
  const way = [...importers, chunk];
  if (importers.includes(chunk))
    throw new Error(`chunks import each other: ${way.map(({ name }) => name).join(' > ')}`);
  for (const fileName of chunk.imports) {
    const imported = bundle[fileName];
    if (imported?.type === 'chunk') withImports(bundle, imported, found, way);
  }
  return found.add(chunk);
}

/**
 * Files that the entry and a page's module need before the page works.
 * @throws when the build has no chunk of its own for one of the sources
 */
export function pageFiles(bundle: Bundle, entry: string, module: string | undefined): PageFiles {
  const entryChunk = chunkOf(bundle, entry);
  const chunks = withImports(bundle, entryChunk);
  if (module) withImports(bundle, chunkOf(bundle, module), chunks);
  const css = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return { css: [...css], js: [...chunks].map(({ fileName }) => fileName) };
}
