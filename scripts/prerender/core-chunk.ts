import type { Rolldown } from 'vite';

/** What Rolldown tells of a module while it makes chunks. */
type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importers'>;

/**
 * Puts everything that the entry needs at once into one chunk, however many pages use it too: over a slow
 * network each further file costs a round trip.
 * @param entry source of the entry, from the root of the repository
 * @returns a name for Rolldown's chunk groups: 'core' for such modules, null for all others
 */
export function coreChunk(
  entry: string,
): (id: string, context: { getModuleInfo(id: string): ModuleInfo | null }) => string | null {
  const known = new Map<string, boolean>();
  const isNeeded = (id: string, getInfo: (id: string) => ModuleInfo | null): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Also what a circle of imports finds when it comes back here.
    known.set(id, id.endsWith(`/${entry}`));
    const importers = getInfo(id)?.importers ?? [];
    if (importers.some((importer) => isNeeded(importer, getInfo))) known.set(id, true);
    return known.get(id) ?? false;
  };
  return (id, context) => (isNeeded(id, (other) => context.getModuleInfo(other)) ? 'core' : null);
}
