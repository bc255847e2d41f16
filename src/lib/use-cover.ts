import { useRef, useState } from 'react';

import { coverProblem } from './cover-problem.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** The file chosen as a cover, on its way to being sent. */
export type Cover =
  | { readonly phase: 'none' }
  /** `original` is being made smaller. */
  | { readonly phase: 'preparing'; readonly original: File }
  | { readonly phase: 'ready'; readonly original: File; readonly file: File }
  | { readonly phase: 'refused'; readonly original: File; readonly problem: string };

const NONE: Cover = { phase: 'none' };

/** A picture straight from a camera is larger than what is sent of it. */
const isPicture = ({ type }: File): boolean => type.startsWith('image/');

async function prepare(original: File): Promise<Cover> {
  const kindProblem = coverProblem({
    type: original.type,
    size: isPicture(original) ? 0 : original.size,
  });
  if (kindProblem !== undefined) return { phase: 'refused', original, problem: kindProblem };
  const file = isPicture(original) ? await shrinkPicture(original) : original;
  const problem = coverProblem(file);
  return problem === undefined
    ? { phase: 'ready', original, file }
    : { phase: 'refused', original, problem };
}

/** Chooses a cover; the one chosen last counts, however long another takes. */
export function useCover(): {
  readonly cover: Cover;
  readonly choose: (file: File | undefined) => Promise<void>;
} {
  const [cover, setCover] = useState(NONE);
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
