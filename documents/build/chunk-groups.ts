import type { Rolldown } from 'vite';

/** What Rolldown tells of a module while it makes chunks. */
type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters'>;
type GetInfo = (id: string) => ModuleInfo | null;

/** Decides which modules travel together; sources are files or folders, from the root of the repository. */
export interface ChunkPlan {
  readonly entry: string;
  /** What is fetched for itself, by the name of its chunk: pages, and what the app starts later. */
  readonly roots: Readonly<Record<string, readonly string[]>>;
  /** Roots that visitors land on: what all of them need comes with the entry, what two need is `ticket`. */
  readonly landing: readonly string[];
  /** Parts of a path: what weighs much and is used by few stays alone. */
  readonly alone: readonly string[];
}

interface Need {
  /** Roots, or the entry, that import a module at once, through whatever imports. */
  readonly atOnce: ReadonlySet<string>;
  /** The same, and those that import it on demand. */
  readonly ever: ReadonlySet<string>;
}

const ENTRY = 'core';

/** Finds which roots need a module, by walking up its importers. */
function needsFinder({ entry, roots }: ChunkPlan): (id: string, getInfo: GetInfo) => Need {
  const known = new Map<string, { atOnce: Set<string>; ever: Set<string> }>();
  const isAt = (id: string, source: string): boolean =>
    id.endsWith(`/${source}`) || id.includes(`/${source}/`);
  const rootOf = (id: string): string | undefined =>
    isAt(id, entry)
      ? ENTRY
      : Object.keys(roots).find((name) => roots[name]?.some((source) => isAt(id, source)));
  const find = (id: string, getInfo: GetInfo): { atOnce: Set<string>; ever: Set<string> } => {
    const found = known.get(id);
    if (found) return found;
    const root = rootOf(id);
    const need = {
      atOnce: new Set(root === undefined ? [] : [root]),
      ever: new Set(root === undefined ? [] : [root]),
    };
    // A circle of imports that comes back here finds what is known so far.
    known.set(id, need);
    if (root !== undefined) return need;
    const { importers = [], dynamicImporters = [] } = getInfo(id) ?? {};
    for (const importer of importers) {
      const its = find(importer, getInfo);
      its.atOnce.forEach((name) => need.atOnce.add(name));
      its.ever.forEach((name) => need.ever.add(name));
    }
    for (const importer of dynamicImporters)
      find(importer, getInfo).ever.forEach((name) => need.ever.add(name));
    return need;
  };
  return find;
}

/**
 * Puts modules into few chunks: over a slow network each file costs a round trip, and each one is named in
 * every document that needs it.
 * @returns a name for Rolldown's chunk groups; null leaves the module to Rolldown
 */
export function chunkNames(
  plan: ChunkPlan,
): (id: string, context: { getModuleInfo: GetInfo }) => string | null {
  const find = needsFinder(plan);
  const isLanding = (name: string): boolean => name === ENTRY || plan.landing.includes(name);
  return (id, context) => {
    if (plan.alone.some((part) => id.includes(part))) return null;
    const { atOnce, ever } = find(id, (other) => context.getModuleInfo(other));
    const landing = plan.landing.filter((name) => atOnce.has(name));
    if (atOnce.has(ENTRY) || landing.length === plan.landing.length) return ENTRY;
    if (landing.length > 1) return 'ticket';
    const [only, ...others] = landing.length === 1 ? landing : atOnce;
    if (only !== undefined) return others.length === 0 ? only : 'shared';
    if ([...ever].some(isLanding)) return 'on-demand';
    const [user, ...more] = ever;
    return user === undefined || more.length > 0 ? 'shared' : user;
  };
}
