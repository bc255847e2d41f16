import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { readByteRange } from '../../server/media/cover-store.ts';

const BUCKET = 'covers-of-a-test';
const REGION = 'auto';
const KEY = { id: 'key-of-a-test', secret: 'secret of a test' };

/** What is kept of an object. */
interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  readonly cacheControl: string | undefined;
}

/**
 * How the storage feels: it answers · it takes what comes and says nothing · it breaks connections off · it answers
 * each request with a status and the name of an error.
 */
export type Mood =
  | 'well'
  | 'hanging'
  | 'broken'
  | { readonly status: number; readonly code: string };

/** A storage that speaks S3, with one bucket and one key, on a port of this machine. */
export class FakeObjectStorage {
  /** By path below the bucket. */
  readonly objects = new Map<string, StoredObject>();
  /** Method, path and, where there is one, range of each request. */
  readonly requests: string[] = [];
  #mood: Mood = 'well';
  #meets: (method: string) => boolean = () => true;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<FakeObjectStorage> {
    const fake = new FakeObjectStorage();
    await new Promise<void>((resolve) => {
      fake.#server.listen(0, '127.0.0.1', resolve);
    });
    return fake;
  }

  get settings() {
    return {
      endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      bucket: BUCKET,
      region: REGION,
      accessKeyId: KEY.id,
      secretAccessKey: KEY.secret,
    };
  }

  /** The settings as the server reads them. */
  get env(): Readonly<Record<string, string>> {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = this.settings;
    return {
      COVERS_S3_ENDPOINT: endpoint,
      COVERS_S3_BUCKET: bucket,
      COVERS_S3_ACCESS_KEY_ID: accessKeyId,
      COVERS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  /**
   * From now on requests meet this mood.
   * @param only those of one method, or so many and none after them
   */
  fail(mood: Mood, only: { readonly method?: string; readonly requests?: number } = {}): void {
    let left = only.requests ?? Number.POSITIVE_INFINITY;
    this.#mood = mood;
    this.#meets = (method: string) => {
      if (only.method !== undefined && only.method !== method) return false;
      left -= 1;
      return left >= 0;
    };
  }

  recover(): void {
    this.#mood = 'well';
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.requests.push([method, url, headers.range].filter(Boolean).join(' '));
    const mood = this.#meets(method) ? this.#mood : 'well';
    if (mood === 'broken') return void request.socket.destroy();
    const body = await buffer(request);
    if (mood === 'hanging') return;
    if (mood !== 'well') return refuse(response, mood.status, mood.code);
    if (!headers.authorization?.includes(`Credential=${KEY.id}/`))
      return refuse(response, 403, 'InvalidAccessKeyId');
    if (headers.authorization !== authorizationOf(request))
      return refuse(response, 403, 'SignatureDoesNotMatch');
    const [bucket, ...parts] = url.slice(1).split('/');
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    if (headers['x-amz-content-sha256'] !== sha256(body))
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    this.#answer(method, parts.join('/'), body, request, response);
  }

  #answer(
    method: string,
    path: string,
    body: Buffer,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const found = this.objects.get(path);
    if (method === 'PUT') {
      const [contentType, cacheControl] = [headers['content-type'], headers['cache-control']];
      this.objects.set(path, { bytes: body, contentType, cacheControl });
      return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    }
    if (method === 'DELETE') {
      this.objects.delete(path);
      return void response.writeHead(204).end();
    }
    if (!found) return refuse(response, 404, 'NoSuchKey');
    const { bytes } = found;
    const range = readByteRange(headers.range, bytes.length);
    // As at Amazon, no header says how large the object is.
    if (range === 'unsatisfiable') return refuse(response, 416, 'InvalidRange');
    const { start, end } = range === 'whole' ? { start: 0, end: bytes.length - 1 } : range;
    response.writeHead(range === 'whole' ? 200 : 206, {
      'content-length': end - start + 1,
      ...(range === 'whole' ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    });
    response.end(method === 'HEAD' ? undefined : bytes.subarray(start, end + 1));
  }
}

const sha256 = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** The `Authorization` header that our key would give a request, by AWS's Signature Version 4. */
function authorizationOf({ method = '', url = '', headers }: IncomingMessage): string {
  const names = ['cache-control', 'host', 'x-amz-content-sha256', 'x-amz-date'].filter(
    (name) => headers[name] !== undefined,
  );
  const moment = String(headers['x-amz-date']);
  const day = moment.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const canonical = [
    method,
    url,
    '',
    ...names.map((name) => `${name}:${String(headers[name])}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${KEY.secret}`,
  );
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  return `AWS4-HMAC-SHA256 Credential=${KEY.id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml', location: 'http://127.0.0.1:1/' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}
