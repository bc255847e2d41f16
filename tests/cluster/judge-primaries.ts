/** A write that a member acknowledged; moments are those of `performance.now()`. */
export interface Acknowledged {
  readonly member: string;
  readonly number: number;
  /** PostgreSQL's: each promotion begins a new one, with a greater name. */
  readonly timeline: string;
  readonly beganMs: number;
  readonly endedMs: number;
}

const nameOf = ({ member, number }: Pick<Acknowledged, 'member' | 'number'>): string =>
  `${member} ${number}`;

/**
 * Writes that show two primaries at once: two members on one timeline, or a write that began after a newer timeline
 * had acknowledged one.
 */
export function findTwoPrimaries(writes: readonly Acknowledged[]): string[] {
  const found = new Set<string>();
  const firsts = new Map<string, Acknowledged>();
  for (const write of writes) {
    const first = firsts.get(write.timeline);
    if (first && first.member !== write.member)
      found.add(`${first.member} and ${write.member} on timeline ${write.timeline}`);
    if (!first || write.endedMs < first.endedMs) firsts.set(write.timeline, write);
  }
  for (const write of writes)
    for (const [timeline, newer] of firsts)
      if (timeline > write.timeline && newer.endedMs < write.beganMs)
        found.add(`${nameOf(write)} after ${nameOf(newer)} was the primary`);
  return [...found];
}

/** Acknowledged writes that are not stored. */
export function findMissing(
  writes: readonly Acknowledged[],
  stored: readonly Pick<Acknowledged, 'member' | 'number'>[],
): string[] {
  const names = new Set(stored.map(nameOf));
  return writes.map(nameOf).filter((name) => !names.has(name));
}
