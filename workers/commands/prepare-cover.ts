import { ok, type Result } from '../../contract/result.ts';
import type { WorkerContext } from '../context.ts';

/** A cover as it will be sent. What this device cannot make smaller goes as it is: the server judges it. */
export async function prepareCover(
  { shrinkPicture }: WorkerContext,
  file: File,
): Promise<Result<File>> {
  if (!file.type.startsWith('image/')) return ok(file);
  try {
    return ok(await shrinkPicture(file));
  } catch {
    return ok(file);
  }
}
