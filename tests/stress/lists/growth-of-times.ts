import { median } from '../../../bench/statistics.ts';
import type { Db } from '../../../server/db/database.ts';
import { fillLists } from './fill-lists.ts';
import { openWatchedScene } from './watched-scene.ts';

/** What the database with many rows is compared with. */
const FEW_ROWS = 1_000;
/** More than that is growth. */
const TIMES_MAX = 2;
/** How often what seems to have grown is asked for again: on a busy machine a few calls need not have a fast one. */
const MORE_TURNS = 3;

/** How many rows a page has, and what there is of the list. */
export interface PageSize {
  readonly rows: number;
  readonly total: number;
  readonly perPage: number;
}

/** Reads a page of a list. */
export type ReadPage = (db: Db, page: number) => Promise<PageSize>;

/** Says how much longer reads take among many rows than among 1,000, both asked in turns. */
export interface GrowthOfTimes {
  /**
   * Prints what one page takes, and what it is compared with.
   * @param read a page of the list
   * @param readLike a page of a list that is asked for in the same way, and of which there is more
   */
  of(name: string, many: Db, page: number, read: ReadPage, readLike: ReadPage): Promise<void>;
  /** Prints what comes of all of them. */
  close(): Promise<void>;
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @param calls how often each page is asked for */
export async function openGrowthOfTimes(calls: number): Promise<GrowthOfTimes> {
  const { scene, db: few, close } = await openWatchedScene();
  await fillLists(scene.deps.database, FEW_ROWS, FEW_ROWS);
  const grown: { readonly name: string; readonly times: number; readonly ms: string }[] = [];

  /** A read of as many rows: a full page beside an empty one would be no growth. */
  async function alike(page: number, rows: number, read: ReadPage, readLike: ReadPage) {
    const same = await read(few, page);
    if (same.rows >= rows) return { of: `page ${page}`, read: () => read(few, page) };
    for (const [list, readIt] of [
      ['', read],
      [' of a like list', readLike],
    ] as const) {
      const { total, perPage } = await readIt(few, 1);
      const lastFull = Math.min(page, Math.floor(total / perPage));
      if (lastFull > 0) return { of: `page ${lastFull}${list}`, read: () => readIt(few, lastFull) };
    }
    throw new Error(`no list of ${FEW_ROWS} has a full page`);
  }

  return {
    async of(name, many, page, read, readLike) {
      const { rows } = await read(many, page);
      const compared = await alike(page, rows, read, readLike);
      const times: Readonly<Record<'few' | 'many', number[]>> = { few: [], many: [] };
      const ask = async (): Promise<void> => {
        for (let done = 0; done < calls; done += 1) {
          times.few.push(await timeOf(compared.read));
          times.many.push(await timeOf(() => read(many, page)));
        }
      };
      // The fastest says what a read costs, the others what else the machine did.
      const fastest = () => ({ few: Math.min(...times.few), many: Math.min(...times.many) });
      const growthNow = (): number => fastest().many / fastest().few;
      await ask();
      for (let more = 0; more < MORE_TURNS && growthNow() > TIMES_MAX; more += 1) await ask();
      const ms = fastest();
      const growth = growthNow();
      const both = `${ms.few.toFixed(1)} to ${ms.many.toFixed(1)}`;
      grown.push({ name, times: growth, ms: both });
      say(`${name}\t${both} ms\t${growth.toFixed(2)} times\tbeside ${compared.of}`);
    },
    async close() {
      for (const [what, isOf] of [
        ['lists of giveaways', (name: string) => !name.startsWith('transactions')],
        ["one person's transactions", (name: string) => name.startsWith('transactions')],
      ] as const) {
        const all = grown.filter(({ name }) => isOf(name)).toSorted((a, b) => b.times - a.times);
        const above = all.filter(({ times }) => times > TIMES_MAX);
        const [most] = all;
        say(
          `${what}: ${all.length} calls, median ${median(all.map(({ times }) => times))?.toFixed(2)} times, ` +
            `${above.length} above ${TIMES_MAX}, at most ${most?.times.toFixed(2)} times (${most?.name}, ${most?.ms} ms)`,
        );
        for (const { name, times, ms } of above) say(`  ${times.toFixed(2)}\t${name}\t${ms} ms`);
      }
      await close();
    },
  };
}
