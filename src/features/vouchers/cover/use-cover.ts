import { useRef, useState } from 'react';

import type { CoverFiles } from '../../../../workers/voucher-form.ts';
import { readCover, sizeProblem } from './cover-problem.ts';
import { shrinkPicture } from '../../../shared/vouchers/cover/shrink-picture.ts';
import { takePoster } from './take-poster.ts';

/** The file chosen as a cover, on its way to being sent. */
export type Cover =
  | { readonly phase: 'none' }
  /** `original` is being made smaller, or a picture taken of it. */
  | { readonly phase: 'preparing'; readonly original: File }
  | {
      readonly phase: 'ready';
      readonly original: File;
      readonly file: File;
      /** A picture of a video. */
      readonly poster?: File | undefined;
    }
  | { readonly phase: 'refused'; readonly original: File; readonly problem: string };

/** What is sent of a cover, once it is ready. */
export const filesOf = (cover: Cover): CoverFiles | undefined =>
  cover.phase === 'ready' ? { file: cover.file, poster: cover.poster } : undefined;

const NONE: Cover = { phase: 'none' };

/** A picture straight from a camera is larger than what is sent of it. */
const isPicture = ({ type }: File): boolean => type.startsWith('image/');

async function prepare(original: File): Promise<Cover> {
  const read = await readCover(original);
  if (typeof read === 'string') return { phase: 'refused', original, problem: read };
  if (!isPicture(read)) {
    return { phase: 'ready', original, file: read, poster: await takePoster(read) };
  }
  const file = await shrinkPicture(read);
  const problem = sizeProblem(file);
  return problem === undefined
    ? { phase: 'ready', original, file }
    : { phase: 'refused', original, problem };
}

/**
 * Chooses a cover; the one chosen last counts, however long another takes.
 * @param initial what was chosen before
 */
export function useCover(initial: Cover = NONE): {
  readonly cover: Cover;
  readonly choose: (file: File | undefined) => Promise<void>;
} {
  const [cover, setCover] = useState(initial);
  const latest = useRef<File>(undefined);
  const choose = async (file: File | undefined): Promise<void> => {
    latest.current = file;
    if (!file) return setCover(NONE);
    setCover({ phase: 'preparing', original: file });
    const prepared = await prepare(file);
    if (latest.current === file) setCover(prepared);
  };
  return { cover, choose };
}
