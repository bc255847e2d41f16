import { COVER_IMAGE_MAX_BYTES, COVER_VIDEO_MAX_BYTES } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { claimedKindOf, coverKindOf } from '../../../../contract/vouchers/cover-kind.ts';

/** More than the start of any kind of file needs. */
const START_BYTES = 64;

const isTooLarge = ({ type, size }: File): boolean =>
  size > (type.startsWith('video/') ? COVER_VIDEO_MAX_BYTES : COVER_IMAGE_MAX_BYTES);

/** Why a file is too large to be sent; undefined where it is not. */
export const sizeProblem = (file: File): string | undefined =>
  isTooLarge(file) ? errorMessage('payload_too_large') : undefined;

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/**
 * Judges a file by what it holds, as the server will again: systems name files wrongly, or not at all.
 * @returns the file under its right type, or why it cannot be a cover
 */
export async function readCover(file: File): Promise<File | string> {
  const claimed = claimedKindOf(await bytesOf(file.slice(0, START_BYTES)));
  const cover = new File([file], file.name, {
    type: claimed ?? '',
    lastModified: file.lastModified,
  });
  if (claimed?.startsWith('image/')) return cover;
  if (claimed && isTooLarge(cover)) return errorMessage('payload_too_large');
  const isWhole = claimed && coverKindOf(await bytesOf(file)) !== undefined;
  return isWhole ? cover : errorMessage('cover_invalid');
}
