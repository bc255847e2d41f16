export interface KnownList {
  readonly ids: readonly string[];
  /** Rows may be missing on this device before each of these ids. */
  readonly gaps?: readonly string[];
  readonly hasMore: boolean;
  /** Number of server rows up to the first gap; absent if unknown. */
  readonly end?: number;
  readonly total?: number;
}

export interface ListPage extends Pick<KnownList, 'ids' | 'hasMore' | 'total'> {
  readonly offset: number;
}

const IDS_MAX = 1_500;

export function countUnbroken({ ids, gaps = [] }: Pick<KnownList, 'ids' | 'gaps'>): number {
  const places = gaps.map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return Math.min(ids.length, ...places);
}

function findStart(known: KnownList, page: ListPage): number | undefined {
  const { ids, gaps = [], end, total } = known;
  if (page.offset === 0) return 0;
  const [first = '', second] = page.ids;
  const place = ids.indexOf(first);
  const next = ids[place + 1];
  const isFollowed = next === undefined || second === undefined || next === second;
  if (place > 0 && !gaps.includes(first) && isFollowed) return place;
  // An equal total shows that no rows have moved.
  return end === page.offset && total === page.total ? countUnbroken(known) : undefined;
}

export const continues = (known: KnownList, page: ListPage): boolean =>
  findStart(known, page) !== undefined;

/** When an id before a gap is removed, the gap moves to the next id. */
function leaveOut(
  ids: readonly string[],
  { page, gaps, isOpen }: { page: ReadonlySet<string>; gaps: ReadonlySet<string>; isOpen: boolean },
) {
  const [left, before]: [string[], string[]] = [[], []];
  let isGap = isOpen;
  for (const id of ids) {
    isGap ||= gaps.has(id);
    if (page.has(id)) continue;
    if (isGap) before.push(id);
    isGap = false;
    left.push(id);
  }
  return { ids: left, gaps: before, isOpen: isGap };
}

function findEnd(
  known: KnownList,
  page: ListPage,
  isLast: boolean,
  shift: number,
): Pick<KnownList, 'end' | 'total'> {
  const total = page.total === undefined ? {} : { total: page.total };
  if (isLast) return { end: page.offset + page.ids.length, ...total };
  const counted = (page.total ?? 0) - (known.total ?? 0);
  const isExplained = page.total === undefined || counted === shift;
  return isExplained && known.end !== undefined ? { end: known.end + shift, ...total } : {};
}

/** Merges a page into a list and marks a gap wherever the two may not be continuous. */
export function joinPage(
  known: KnownList = { ids: [], hasMore: false },
  page: ListPage,
): KnownList {
  const start = findStart(known, page);
  const from = start ?? Math.min(page.offset, countUnbroken(known));
  const places = page.ids.map((id) => known.ids.indexOf(id));
  const to = page.hasMore ? Math.max(from, ...places.map((place) => place + 1)) : known.ids.length;
  const [last = -1, secondLast = -1] = [places.at(-1), places.at(-2)];
  // The last row is already known, and no row before it is missing.
  const isContinued = last === to - 1 && (last === from || secondLast === last - 1);
  const [listed, gaps] = [new Set(page.ids), new Set(known.gaps)];
  const above = leaveOut(known.ids.slice(0, from), { page: listed, gaps, isOpen: false });
  const below = leaveOut(known.ids.slice(to), { page: listed, gaps, isOpen: !isContinued });
  const isApart = (start === undefined || above.isOpen) && page.ids.length > 0;
  const ids = [...above.ids, ...page.ids, ...below.ids];
  const [next] = below.ids;
  const isRunLast = next === undefined || next === below.gaps[0];
  const isBehindGap = isApart || above.gaps.length > 0;
  const { end, total } = isBehindGap
    ? known
    : findEnd(known, page, isRunLast, above.ids.length + page.ids.length - to);
  return {
    ids: ids.slice(0, IDS_MAX),
    gaps: [...above.gaps, ...(isApart ? page.ids.slice(0, 1) : []), ...below.gaps],
    hasMore: ids.length > IDS_MAX || (next === undefined ? page.hasMore : known.hasMore),
    ...(end !== undefined && { end }),
    ...(total !== undefined && { total }),
  };
}

export function dropRows(known: KnownList, gone: ReadonlySet<string>): KnownList {
  const { ids, gaps } = leaveOut(known.ids, {
    page: gone,
    gaps: new Set(known.gaps),
    isOpen: false,
  });
  const { end: _end, total: _total, ...list } = known;
  return ids.length === known.ids.length ? known : { ...list, ids, gaps };
}
