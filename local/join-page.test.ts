import { describe, expect, it } from 'vitest';

import { joinPage, type KnownList } from './join-page.ts';

const SIZE = 10;

/** A server's list, newest first, and what a device makes of its pages. */
function device(hasTotal = true) {
  let server = Array.from({ length: 65 }, (_, index) => `r${index}`);
  let known: KnownList | undefined;
  const pageOf = (page: number) => {
    const offset = (page - 1) * SIZE;
    return {
      ids: server.slice(offset, offset + SIZE),
      hasMore: offset + SIZE < server.length,
      offset,
      ...(hasTotal && { total: server.length }),
    };
  };
  return {
    fetch: (...pages: readonly number[]) => {
      for (const page of pages) known = joinPage(known, pageOf(page));
      return known;
    },
    add: (count: number) => {
      server = [...Array.from({ length: count }, (_, index) => `n${index}`), ...server];
    },
    remove: (id: string) => {
      server = server.filter((one) => one !== id);
    },
    change: (make: (rows: readonly string[]) => string[]) => {
      server = make(server);
    },
    known: () => known as KnownList,
    /** Whether each row follows, on the server, the one before it, unless there is a gap between them. */
    isTrue: () => {
      const { ids, gaps = [] } = known as KnownList;
      const there = ids.filter((id) => server.includes(id));
      return there.every(
        (id, at) =>
          at === 0 ||
          gaps.includes(id) ||
          server.indexOf(id) === server.indexOf(there[at - 1] ?? '') + 1,
      );
    },
  };
}

describe('pages that continue one another', () => {
  it.each([true, false])('become one list, with a total: %s', (hasTotal) => {
    const { fetch, known } = device(hasTotal);
    fetch(1, 2, 3, 4, 5, 6, 7);
    expect(known().ids).toHaveLength(65);
    expect(known()).toMatchObject({ gaps: [], hasMore: false, end: 65 });
    expect(known().ids.at(-1)).toBe('r64');
  });

  it('fetched once more change nothing', () => {
    const { fetch, known } = device();
    const before = fetch(1, 2, 3);
    fetch(2, 1, 3);
    expect(known()).toEqual(before);
  });
});

describe('new rows at the top', () => {
  it.each([1, 9])('up to a page of them (%i) leave the rest where it is', (count) => {
    const { fetch, known, add, isTrue } = device();
    fetch(1, 2, 3, 4);
    add(count);
    fetch(1);
    expect(known().ids).toHaveLength(40 + count);
    expect(known()).toMatchObject({ gaps: [], end: 40 + count });
    expect(isTrue()).toBe(true);
    fetch(5);
    expect(isTrue()).toBe(true);
    expect(known().gaps).toEqual([]);
  });

  it.each([3, 10, 14, 25])(
    'that were not asked for (%i) do not tear the next page off',
    (count) => {
      const { fetch, known, add } = device();
      fetch(1, 2, 3);
      add(count);
      const all = known().ids.length;
      fetch(4);
      expect(known().gaps).toEqual([]);
      expect(known().ids).toHaveLength(all + Math.max(0, 10 - count));
    },
  );
});

describe('rows that are gone', () => {
  it('in the middle of what is here: the next page is not taken for one that continues it', () => {
    const { fetch, known, remove, isTrue } = device();
    fetch(1, 2, 3);
    remove('r15');
    fetch(1);
    fetch(4);
    expect(known().gaps).toEqual(['r31']);
    expect(isTrue()).toBe(true);
    fetch(3, 4);
    expect(known().gaps).toEqual([]);
  });

  it('at its end: the list ends', () => {
    const { fetch, known, change } = device();
    fetch(1, 2, 3);
    change((rows) => rows.slice(0, 15));
    fetch(2);
    expect(known()).toMatchObject({ hasMore: false });
    expect(known().ids).toHaveLength(15);
  });
});

it('a row that has moved up does not take what stood between with it unsaid', () => {
  const { fetch, known, change, isTrue } = device();
  fetch(1, 2, 3, 4);
  change((rows) => [...rows.slice(0, 9), 'r30', ...rows.slice(9).filter((id) => id !== 'r30')]);
  fetch(1);
  expect(known().gaps).toEqual(['r31']);
  expect(isTrue()).toBe(true);
});

it('a row that has moved down to the next page stands there alone', () => {
  const { fetch, known, change } = device();
  fetch(1);
  change((rows) => [...rows.slice(0, 2), ...rows.slice(3, 11), 'r2', ...rows.slice(11)]);
  fetch(1, 2);
  expect(known().ids.filter((id) => id === 'r2')).toHaveLength(1);
  expect(known().gaps).toEqual([]);
});

it('no change of a list, fetched in whatever order, leaves a hole that is not told', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let run = 0; run < 300; run += 1) {
    const { fetch, isTrue, change, known } = device();
    let added = 0;
    // The order stays, as of a statement: rows come at the top.
    for (let step = 0; step < 12; step += 1) {
      if (random(3) === 0) {
        const count = random(30);
        change((rows) => [...Array.from({ length: count }, () => `m${(added += 1)}`), ...rows]);
      }
      fetch(1 + random(6));
      const { gaps = [], ids } = known();
      expect(new Set(ids).size).toBe(ids.length);
      expect(gaps.every((id) => ids.includes(id))).toBe(true);
      expect(isTrue()).toBe(true);
    }
  }
});
