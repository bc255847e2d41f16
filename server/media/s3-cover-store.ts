import { Readable } from 'node:stream';

import type { Clock } from '../clock.ts';
import { createGate } from '../lib/gate.ts';
import type { CoverStorageSettings } from '../config/config.ts';
import type { ByteRange } from './byte-range.ts';
import { contentTypeOf, COVER_CACHE_CONTROL } from './cover-path.ts';
import type { CoverStore, OpenedFile } from './cover-store.ts';
import { createStorageClient, unusable, type StorageTimeouts } from './storage-client.ts';

/** A storage that hangs keeps so many waiting for covers, and no caller who asks for something else. */
const READERS = { atOnce: 100, waiting: 0 };

/** Has nothing to sweep: an object is there as a whole, or not at all. */
export type ObjectStore = Omit<CoverStore, 'check' | 'sweep'>;

/**
 * Covers as objects of a bucket, by the same paths. The server passes their bytes on, so people see the addresses of a
 * folder's covers.
 * @throws AppError from each call: `unavailable` while the storage is away or refuses us
 */
export function createS3CoverStore(
  settings: CoverStorageSettings,
  clock: Clock,
  timeouts?: StorageTimeouts,
): ObjectStore {
  const ask = createStorageClient(settings, clock, timeouts);
  const inTurn = createGate(READERS);

  const openPart = async (
    path: string,
    contentType: string,
    range: string | undefined,
  ): Promise<OpenedFile | undefined> => {
    const headers = range !== undefined && ONE_RANGE.test(range) ? { range } : {};
    const answer = await ask({ method: 'GET', path, headers });
    if (!answer) return undefined;
    if (answer.status === 416) {
      await answer.body?.cancel();
      const whole = await ask({ method: 'HEAD', path });
      const sizeBytes = whole && partIn(whole)?.sizeBytes;
      return sizeBytes === undefined ? undefined : { part: 'unsatisfiable', sizeBytes };
    }
    const opened = partIn(answer);
    if (opened && answer.body)
      return { ...opened, contentType, bytes: Readable.fromWeb(answer.body) };
    await answer.body?.cancel();
    throw unusable();
  };

  return {
    async put(path, bytes) {
      const contentType = contentTypeOf(path);
      if (contentType === undefined) throw new Error(`not the path of a cover: ${path}`);
      const headers = { 'content-type': contentType, 'cache-control': COVER_CACHE_CONTROL };
      if (!(await ask({ method: 'PUT', path, headers, body: bytes }))) throw unusable();
    },
    urlOf: (path) => `/covers/${path}`,
    async open(path, range) {
      const contentType = contentTypeOf(path);
      return contentType === undefined
        ? undefined
        : inTurn(() => openPart(path, contentType, range));
    },
    async remove(paths) {
      await Promise.all(paths.map((path) => ask({ method: 'DELETE', path })));
    },
  };
}

/** What can be asked of a storage, which would take other forms in ways of its own. */
const ONE_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;

/** Which part of a file comes, and how large the file is; undefined where the answer does not say. */
function partIn({
  status,
  headers,
}: Response): { readonly part: 'whole' | ByteRange; readonly sizeBytes: number } | undefined {
  const whole = /^\d+$/.exec(headers.get('content-length') ?? '');
  if (status === 200) return whole ? { part: 'whole', sizeBytes: Number(whole[0]) } : undefined;
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  if (!part) return undefined;
  const [start = 0, end = 0, sizeBytes = 0] = part.slice(1).map(Number);
  return { part: { start, end }, sizeBytes };
}
