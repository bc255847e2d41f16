import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file of the built app, held in memory: all of them together weigh less than a picture gallery. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly identity: Buffer;
  /** Compressed by the build; absent where that gains nothing. */
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const HASHED = /^\/assets\/.*-[\w-]{8}\.\w+$/;

/** What is named by its content never changes; a picture may wait a day; everything else is asked about each time. */
function cacheControlOf(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable';
  if (path.startsWith('/icons/')) return 'public, max-age=86400';
  return 'no-cache';
}

/** The strong validator of some content. */
export const etagOf = (content: Buffer | string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/**
 * Reads every file of the built app.
 * @param root folder of the build
 * @returns by path, e.g. `/assets/x.js`; names that begin with a dot are the build's own and left out
 */
export async function readStaticFiles(root: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .map((name) => (name.startsWith('/') ? name : `/${name}`))
    .filter((name) => !name.includes('/.') && name !== '/csp.json');
  const known = new Set(names);
  const files = new Map<string, StaticFile>();
  await Promise.all(
    names.map(async (path) => {
      const type = TYPES[extname(path)];
      if (!type) return;
      const [identity, br, gzip] = await Promise.all([
        readFile(root + path),
        known.has(`${path}.br`) ? readFile(`${root}${path}.br`) : undefined,
        known.has(`${path}.gz`) ? readFile(`${root}${path}.gz`) : undefined,
      ]);
      files.set(path, {
        type,
        etag: etagOf(identity),
        cacheControl: cacheControlOf(path),
        identity,
        ...(br && { br }),
        ...(gzip && { gzip }),
      });
    }),
  );
  return files;
}
