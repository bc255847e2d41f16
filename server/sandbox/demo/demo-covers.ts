import { readFile } from 'node:fs/promises';

import type { CoverFile, CoverUpload } from '../../media/ingest-cover.ts';
import type { DemoCover } from './demo-giveaways.ts';

/** Beside this file when run from source, beside the bundle when built. */
const fileOf = (name: string): CoverFile => ({
  read: () => readFile(new URL(`./covers/${name}`, import.meta.url)),
});

/** What a creator would upload: a picture, or a film with its first picture. */
export function uploadOf(cover: DemoCover | undefined): CoverUpload | undefined {
  if (!cover) return undefined;
  const picture = fileOf(cover.picture);
  return cover.film === undefined
    ? { cover: picture }
    : { cover: fileOf(cover.film), poster: picture };
}
