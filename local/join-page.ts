/** What a device has of a list that the server sends by the page: its ids, from the top on. */
export interface KnownList {
  readonly ids: readonly string[];
  /** The ids before which the server may have rows that are not here. Absent: none. */
  readonly gaps?: readonly string[];
  /** Whether the server has more behind the last one. */
  readonly hasMore: boolean;
  /** How many rows of the server's list those up to the first gap are; absent where that is not known. */
  readonly end?: number;
  /** How many rows the server counted then, where it counts them. */
  readonly total?: number;
}

export interface ListPage extends Pick<KnownList, 'ids' | 'hasMore' | 'total'> {
  /** How many rows the server has before it. */
  readonly offset: number;
}

/** More of one list than a person reads on. */
const IDS_MAX = 1_500;

/** How many rows from the top on are there without a gap. */
export function countUnbroken({ ids, gaps = [] }: Pick<KnownList, 'ids' | 'gaps'>): number {
  const places = gaps.map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return Math.min(ids.length, ...places);
}

/** Where in the list the page begins, if what stands before it there is what it continues. */
function findStart(known: KnownList, page: ListPage): number | undefined {
  const { ids, gaps = [], end, total } = known;
  if (page.offset === 0) return 0;
  const [first = '', second] = page.ids;
  const place = ids.indexOf(first);
  const next = ids[place + 1];
  const isFollowed = next === undefined || second === undefined || next === second;
  // Rows that are new above have moved the page down over what is known.
  if (place > 0 && !gaps.includes(first) && isFollowed) return place;
  // As many as then: nothing has moved since.
  return end === page.offset && total === page.total ? countUnbroken(known) : undefined;
}

/** Whether nothing can be missing between what is known from the top on and the page. */
export const continues = (known: KnownList, page: ListPage): boolean =>
  findStart(known, page) !== undefined;

/** Some ids without those of the page; a gap before one that is left out is one before the next. */
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

/** Where the rows without a gap end in the server's list, after a page was put among them. @param shift by how many rows what follows has moved */
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

/**
 * Puts a page into what is known of its list, in place of the rows up to the last that both have. Where nothing shows
 * that it continues what stands before it, or that what follows continues it, there is a gap.
 */
export function joinPage(
  known: KnownList = { ids: [], hasMore: false },
  page: ListPage,
): KnownList {
  const start = findStart(known, page);
  const from = start ?? Math.min(page.offset, countUnbroken(known));
  const places = page.ids.map((id) => known.ids.indexOf(id));
  const to = page.hasMore ? Math.max(from, ...places.map((place) => place + 1)) : known.ids.length;
  const [last = -1, secondLast = -1] = [places.at(-1), places.at(-2)];
  // The page's last row is known, and none was passed over on the way to it.
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

/** The list without some rows that are not there any more; what stood around them is next to each other then. */
export function dropRows(known: KnownList, gone: ReadonlySet<string>): KnownList {
  const { ids, gaps } = leaveOut(known.ids, {
    page: gone,
    gaps: new Set(known.gaps),
    isOpen: false,
  });
  // The server may count them still, or another row in their place.
  const { end: _end, total: _total, ...list } = known;
  return ids.length === known.ids.length ? known : { ...list, ids, gaps };
}
