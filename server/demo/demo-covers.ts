import { readFile } from 'node:fs/promises';

import type { CoverUpload } from '../media/ingest-cover.ts';
import type { DemoCover } from './demo-giveaways.ts';

/** Beside this file when run from source, beside the bundle when built. */
const readCover = (name: string): Promise<Buffer> =>
  readFile(new URL(`./covers/${name}`, import.meta.url));

/** What a creator would upload: a picture, or a film with its first picture. */
export async function uploadOf(cover: DemoCover | undefined): Promise<CoverUpload | undefined> {
  if (!cover) return undefined;
  const picture = await readCover(cover.picture);
  return cover.film === undefined
    ? { cover: picture }
    : { cover: await readCover(cover.film), poster: picture };
}
