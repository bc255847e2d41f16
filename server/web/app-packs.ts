import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { PACK_LENGTH_BYTES, type APP_PACKS, type PackedFile } from '../../contract/app-pack.ts';
import { etagOf, type StaticFile } from './static-files.ts';

/** What the service worker keeps of `/assets`. */
const KEPT = new Set(['.js', '.css', '.svg', '.woff2']);
/** 6 % smaller than with 9, for a third of a second once; 11 takes twice as long for one more percent. */
const BROTLI_QUALITY = 10;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export interface PackSources {
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Headers of each document, by its name in the build. */
  readonly headers: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Paths of what every first visit fetches by itself, and then has in the browser's own cache. */
  readonly firstVisit: ReadonlySet<string>;
}

export type AppPacks = ReadonlyMap<string, () => Promise<StaticFile>>;

interface SourceFile extends Omit<PackedFile, 'bytes'> {
  readonly body: Buffer;
}

function documentsOf({ files, headers }: PackSources): SourceFile[] {
  return [...headers].flatMap(([name, own]) => {
    const file = files.get(`/${name}`);
    if (!file) return [];
    const served = { ...own, 'content-type': file.type };
    return { path: `/${name}`, headers: served, body: file.identity };
  });
}

function partsOf({ files, firstVisit }: PackSources): SourceFile[] {
  return (
    [...files]
      .filter(([path]) => path.startsWith('/assets/') && KEPT.has(extname(path)))
      .filter(([path]) => !firstVisit.has(path))
      // Files of one kind beside each other share more.
      .toSorted(([one], [other]) => extname(one).localeCompare(extname(other)))
      .map(([path, { type, identity }]) => ({
        path,
        headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
        body: identity,
      }))
  );
}

function join(contents: readonly SourceFile[]): Buffer {
  const listing: PackedFile[] = contents.map(({ path, headers, body }) => ({
    path,
    headers,
    bytes: body.length,
  }));
  const head = Buffer.from(JSON.stringify(listing));
  const length = Buffer.alloc(PACK_LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, ...contents.map(({ body }) => body)]);
}

async function fileOf(contents: readonly SourceFile[]): Promise<StaticFile> {
  const identity = join(contents);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gzipped] = await Promise.all([brotli(identity, { params }), zip(identity)]);
  return {
    type: 'application/octet-stream',
    etag: etagOf(identity),
    cacheControl: 'no-cache',
    identity,
    br,
    gzip: gzipped,
  };
}

/**
 * The files of the app, many in one, for the first installation of the service worker. Each is put together
 * when it is asked for the first time, beside the event loop, and then kept.
 * @returns by address
 */
export function createAppPacks(sources: PackSources): AppPacks {
  const contents: Record<(typeof APP_PACKS)[number], () => SourceFile[]> = {
    '/packs/documents': () => documentsOf(sources),
    '/packs/parts': () => partsOf(sources),
  };
  return new Map(
    Object.entries(contents).map(([path, read]) => {
      let made: Promise<StaticFile> | undefined;
      return [path, () => (made ??= fileOf(read()))] as const;
    }),
  );
}
