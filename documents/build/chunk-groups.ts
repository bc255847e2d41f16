import type { Rolldown } from 'vite';

/** What Rolldown tells of a module while it makes chunks. */
type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters'>;
type GetInfo = (id: string) => ModuleInfo | null;
type Test = (id: string, getInfo: GetInfo) => boolean;

/** Asks each module once; a circle of imports that comes back to one finds `false`. */
function once(test: Test): Test {
  const known = new Map<string, boolean>();
  return (id, getInfo) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    known.set(id, false);
    const answer = test(id, getInfo);
    known.set(id, answer);
    return answer;
  };
}

/** Whether a source file needs a module at once, through whatever imports. */
function neededBy(source: string): Test {
  const test = once(
    (id, getInfo) =>
      id.endsWith(`/${source}`) ||
      (getInfo(id)?.importers ?? []).some((importer) => test(importer, getInfo)),
  );
  return test;
}

/** Whether nothing but some source files needs a module. */
function neededOnlyBy(sources: readonly string[]): Test {
  const test = once((id, getInfo) => {
    if (sources.some((source) => id.endsWith(`/${source}`))) return true;
    const { importers = [], dynamicImporters = [] } = getInfo(id) ?? {};
    return (
      dynamicImporters.length === 0 &&
      importers.length > 0 &&
      importers.every((importer) => test(importer, getInfo))
    );
  });
  return test;
}

/** Source files, from the root of the repository, that decide which modules travel together. */
export interface ChunkPlan {
  readonly entry: string;
  /** Pages that strangers land on: what all of them need comes with the entry. */
  readonly landing: readonly string[];
  /** A page, the others it shares its ticket with, and the one that must not load any of that. */
  readonly ticket: {
    readonly page: string;
    readonly others: readonly string[];
    readonly except: string;
  };
  /** What comes after the page, by the name of the chunk that it makes together. */
  readonly later: Readonly<Record<string, readonly string[]>>;
}

/**
 * Decides which modules share a chunk. Over a slow network each file costs a round trip, and each one is
 * named in every document that needs it, so a module that several pages share gets no file of its own.
 * @returns a name for Rolldown's chunk groups; null leaves the module to Rolldown
 */
export function chunkNames(
  plan: ChunkPlan,
): (id: string, context: { getModuleInfo: GetInfo }) => string | null {
  const byEntry = neededBy(plan.entry);
  const byLanding = plan.landing.map(neededBy);
  const byTicket = neededBy(plan.ticket.page);
  const byOthers = plan.ticket.others.map(neededBy);
  const byExcept = neededBy(plan.ticket.except);
  const later = Object.entries(plan.later).map(
    ([name, sources]) => [name, neededOnlyBy(sources)] as const,
  );
  return (id, context) => {
    const holds = (test: Test): boolean => test(id, (other) => context.getModuleInfo(other));
    if (holds(byEntry) || byLanding.every(holds)) return 'core';
    if (holds(byTicket) && byOthers.some(holds) && !holds(byExcept)) return 'ticket';
    return later.find(([, test]) => holds(test))?.[0] ?? null;
  };
}
