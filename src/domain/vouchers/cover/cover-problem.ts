import { COVER_IMAGE_MAX_BYTES, COVER_VIDEO_MAX_BYTES } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';

/** Why a file cannot be a cover; undefined when it may be. The server judges its bytes again. */
export function coverProblem(file: Pick<File, 'type' | 'size'> | undefined): string | undefined {
  if (!file) return undefined;
  const isVideo = /^video\/(?:mp4|webm)$/.test(file.type);
  const isPicture = /^image\/(?:jpeg|png|webp|avif)$/.test(file.type);
  if (!isVideo && !isPicture) return errorMessage('cover_invalid');
  const limit = isVideo ? COVER_VIDEO_MAX_BYTES : COVER_IMAGE_MAX_BYTES;
  return file.size > limit ? errorMessage('payload_too_large') : undefined;
}
