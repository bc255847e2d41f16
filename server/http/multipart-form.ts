import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { FastifyRequest } from 'fastify';

import { AppError, fieldError } from './app-error.ts';
import { callerOf } from './access.ts';
import type { UploadPlace, UploadRoom } from './upload-room.ts';

export interface UploadedFile {
  readonly sizeBytes: number;
  readonly hash: string;
  read(): Promise<Buffer>;
}

export interface MultipartForm {
  readonly texts: ReadonlyMap<string, string>;
  /** Empty files are left out, because browsers send one for an empty file field. */
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** SHA-256 of the whole form in hex; only a keyed hash of it may be stored. */
  readonly hash: string;
}

/** The form's files are on disk while `work` runs. @throws AppError `payload_too_large` and those of the form */
export function withForm<T>(
  uploads: UploadRoom,
  request: FastifyRequest,
  { files, maxBytes }: { readonly files: FileFields; readonly maxBytes: number },
  work: (form: MultipartForm) => Promise<T>,
): Promise<T> {
  // Without a length a form may have any size.
  const bytes = Number(request.headers['content-length'] ?? maxBytes);
  if (bytes > maxBytes) throw new AppError('payload_too_large');
  return uploads.use(callerOf(request).userId, bytes, async (place) =>
    work(await readMultipartForm(request, files, place)),
  );
}

export function refuseTexts({ texts }: MultipartForm): void {
  const [unknown] = texts.keys();
  if (unknown !== undefined) throw fieldError(unknown, 'is not a field of this request');
}

type FileFields = Readonly<Record<string, number>>;

/** @throws AppError `unsupported_media`, 422, `payload_too_large`, `malformed` or `upload_stalled` */
async function readMultipartForm(
  request: FastifyRequest,
  fileFields: FileFields,
  place: UploadPlace,
): Promise<MultipartForm> {
  if (!request.isMultipart()) throw new AppError('unsupported_media');
  const watch = watchArrival(place);
  try {
    return await Promise.race([watch.stalled, readParts(request, fileFields, place, watch)]);
  } catch (error) {
    // An unread body would keep the connection busy for minutes and delay a shutdown.
    request.raw.unpipe().resume();
    // The parser's errors for a form without a boundary or an end have no status.
    const isKnown = error instanceof Error && 'statusCode' in error;
    throw isKnown || error instanceof AppError ? error : new AppError('malformed');
  } finally {
    watch.stop();
  }
}

interface ArrivalWatch {
  readonly stalled: Promise<never>;
  /** It is aborted when the form is finished, so that no file stays open. */
  readonly signal: AbortSignal;
  note(): void;
  stop(): void;
}

function watchArrival({ limits: { stallMs, maxMs } }: UploadPlace): ArrivalWatch {
  const abort = new AbortController();
  let fail: (error: AppError) => void = () => undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const timers = [stallMs, maxMs].map((ms) =>
    setTimeout(() => fail(new AppError('upload_stalled')), ms),
  );
  return {
    stalled,
    signal: abort.signal,
    note: () => void timers[0]?.refresh(),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      abort.abort();
    },
  };
}

async function readParts(
  request: FastifyRequest,
  fileFields: Readonly<Record<string, number>>,
  place: UploadPlace,
  watch: ArrivalWatch,
): Promise<MultipartForm> {
  const texts = new Map<string, string>();
  const files = new Map<string, UploadedFile>();
  for await (const part of request.parts()) {
    watch.note();
    const name = part.fieldname.slice(0, 64);
    if (part.type === 'file') {
      if (!Object.hasOwn(fileFields, part.fieldname))
        throw fieldError(name, 'is not a file of this request');
      if (files.has(name)) throw fieldError(name, 'is given more than once');
      const path = join(place.folder, String(files.size));
      const file = await storeFile(part.file, path, fileFields[name] ?? 0, watch);
      if (file.sizeBytes > 0) files.set(name, file);
      continue;
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw fieldError(name, 'is too long');
    if (typeof part.value !== 'string') throw fieldError(name, 'must be text');
    if (texts.has(part.fieldname)) throw fieldError(name, 'is given more than once');
    texts.set(part.fieldname, part.value);
  }
  return { texts, files, hash: hashOf(texts, files) };
}

async function storeFile(
  content: Readable,
  path: string,
  maxBytes: number,
  watch: ArrivalWatch,
): Promise<UploadedFile> {
  const sum = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(
    content,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw new AppError('payload_too_large');
        watch.note();
        sum.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path),
    { signal: watch.signal },
  );
  return { sizeBytes, hash: sum.digest('hex'), read: () => readFile(path) };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

function hashOf(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, UploadedFile>,
): string {
  const digests = [...files].map(([name, { hash }]) => [name, hash] as const);
  return createHash('sha256')
    .update(JSON.stringify([[...texts].toSorted(byName), digests.toSorted(byName)]))
    .digest('hex');
}
