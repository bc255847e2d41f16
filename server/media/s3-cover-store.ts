import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Readable } from 'node:stream';

import { SECOND_MS } from '../../contract/durations.ts';
import { dateOf, type Clock } from '../clock.ts';
import { AppError } from '../http/app-error.ts';
import { codeOfFault } from '../db/transaction.ts';
import type { CoverStorageSettings } from '../config/config.ts';
import { createGate } from '../lib/gate.ts';
import {
  type ByteRange,
  contentTypeOf,
  COVER_CACHE_CONTROL,
  type CoverStore,
  type OpenedFile,
} from './cover-store.ts';

interface StorageRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Milliseconds until the answer begins; an upload is sent within that time too. */
interface StorageTimeouts {
  readonly readMs: number;
  readonly writeMs: number;
}

const TIMEOUTS: StorageTimeouts = { readMs: 5 * SECOND_MS, writeMs: 10 * SECOND_MS };
const RANGE_NOT_SATISFIABLE = 416;
const PAUSE_MS = 100;

class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly isPassing: boolean;

  constructor(words: string, isPassing: boolean) {
    super(`the storage of covers ${words}`);
    this.isPassing = isPassing;
  }
}

/** Every request is safe to repeat, so temporary faults are tried once more. */
const createStorageClient =
  (settings: CoverStorageSettings, clock: Clock, timeouts = TIMEOUTS) =>
  async (request: StorageRequest): Promise<Response | undefined> => {
    const ask = (): Promise<Response | undefined> => send(settings, clock, timeouts, request);
    try {
      return await ask().catch(async (error: unknown) => {
        if (!(error instanceof StorageError) || !error.isPassing) throw error;
        await delay(PAUSE_MS);
        return ask();
      });
    } catch (error) {
      throw becauseOf(error);
    }
  };

const unusable = (): AppError =>
  becauseOf(new StorageError('gave an answer that cannot be used', false));

const becauseOf = (cause: unknown): AppError => new AppError('unavailable', { cause });

async function send(
  settings: CoverStorageSettings,
  clock: Clock,
  timeouts: StorageTimeouts,
  request: StorageRequest,
): Promise<Response | undefined> {
  const { method, body = null } = request;
  const { url, headers } = await sign(settings, clock, request);
  // Proxies change this header, so it is not signed; compression would hide the file's length.
  headers.set('accept-encoding', 'identity');
  const late = new AbortController();
  const timeoutMs = method === 'PUT' ? timeouts.writeMs : timeouts.readMs;
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      // A redirect would leak the signature.
      redirect: 'manual',
      signal: late.signal,
    });
    const { ok, status } = response;
    if (ok || status === RANGE_NOT_SATISFIABLE) return response;
    const name = /<Code>(\w{1,60})<\/Code>/.exec(await response.text())?.[1] ?? '';
    if (status === 404 && (name === 'NoSuchKey' || method === 'HEAD')) return undefined;
    throw new StorageError(`answered ${status} ${name}`.trim(), status >= 500 || status === 429);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw late.signal.aborted
      ? new StorageError('did not answer in time', false)
      : new StorageError(`did not answer: ${codeOfFault(error) ?? 'broken off'}`, true);
  } finally {
    clearTimeout(timer);
  }
}

const sign = (
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: CoverStorageSettings,
  clock: Clock,
  { method, path, headers = {}, body = Buffer.alloc(0) }: StorageRequest,
) =>
  new AwsV4Signer({
    method,
    url: `${endpoint}/${bucket}/${path}`,
    headers: {
      ...headers,
      // The storage then refuses changed bytes, also over plain HTTP.
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
    // The storage refuses a time that is 15 minutes wrong.
    datetime: dateOf(clock)
      .toISOString()
      .replaceAll(/[:-]|\.\d{3}/g, ''),
  }).sign();

const READERS = { atOnce: 100, waiting: 0 };

export type ObjectStore = Omit<CoverStore, 'check' | 'sweep'>;

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

/** Other forms of a range differ between storages. */
const ONE_RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/;

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
