import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

function chunkOf(bundle: Bundle, source: string): Chunk {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/${source}`)))
      return output;
  }
  throw new Error(`The build has no chunk for ${source}`);
}

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

/** The files in import order. @throws when the build has no separate chunk for a source */
export function pageModules(
  bundle: Bundle,
  entry: string,
  module: string | undefined,
): readonly string[] {
  const chunks = withImports(bundle, chunkOf(bundle, entry));
  if (module) withImports(bundle, chunkOf(bundle, module), chunks);
  return [...chunks].map(({ fileName }) => fileName);
}
