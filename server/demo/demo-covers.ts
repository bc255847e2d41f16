import { readFile } from 'node:fs/promises';

import { eq } from 'drizzle-orm';

import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { ingestCover, storeCover } from '../media/ingest-cover.ts';
import type { DemoCover } from './demo-giveaways.ts';

/** Beside this file when run from source, beside the bundle when built. */
const readCover = (name: string): Promise<Buffer> =>
  readFile(new URL(`./covers/${name}`, import.meta.url));

/** The bytes that a creator would upload. */
export const uploadOf = (cover: DemoCover | undefined): Promise<Buffer> | undefined =>
  cover && readCover(cover.film ?? cover.picture);

/** Gives a film its first picture, which is shown until somebody plays it. */
export async function plantPoster(deps: Deps, ulid: string, cover: DemoCover): Promise<void> {
  if (cover.film === undefined) return;
  const poster = await ingestCover(await readCover(cover.picture), ulid);
  await storeCover(deps.covers, poster);
  const { variants, preview } = poster.cover;
  const [row] = await deps.db
    .select({ cover: vouchers.cover })
    .from(vouchers)
    .where(eq(vouchers.ulid, ulid));
  if (!row?.cover) throw new Error(`giveaway ${ulid} has no film`);
  await deps.db
    .update(vouchers)
    .set({ cover: { ...row.cover, variants, preview } })
    .where(eq(vouchers.ulid, ulid));
}
