import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { listFiles } from '../lib/repository.ts';

/** One entry of Vite's manifest: a chunk, and which others it imports, by their keys. */
export interface ManifestChunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Pictures and fonts are compressed already; servers send them as they are. */
const COMPRESSED = /\.(?:png|jpe?g|webp|avif|woff2|mp4)$/;

/** A folder of static files as built for the browser. */
export class BuiltApp {
  readonly files: readonly string[];
  readonly manifest: Manifest;
  readonly #folder: string;
  readonly #sizes = new Map<string, number>();

  /** @throws Error when the folder holds no build. */
  constructor(folder: string) {
    const manifest = path.join(folder, '.vite', 'manifest.json');
    if (!existsSync(manifest)) throw new Error(`${manifest} is missing: run "npm run build" first`);
    this.#folder = folder;
    this.files = listFiles(folder);
    this.manifest = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  }

  read(file: string): string {
    return readFileSync(path.join(this.#folder, file), 'utf8');
  }

  /** Bytes as they travel: brotli at its highest level, or the file itself when that is no larger. */
  sizeBytes(file: string): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    const body = readFileSync(path.join(this.#folder, file));
    const size = COMPRESSED.test(file) ? body.length : Math.min(body.length, brotliBytes(body));
    this.#sizes.set(file, size);
    return size;
  }

  /** Files of a chunk and of everything that it imports statically. */
  filesOf(key: string, seen = new Set<string>()): Set<string> {
    const chunk = this.manifest[key];
    if (!chunk) throw new Error(`the manifest has no chunk ${key}`);
    if (seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) this.filesOf(next, seen);
    return seen;
  }

  /** A script outside the manifest (a worker) and what it imports statically, by reading the code. */
  scriptsFrom(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const [, specifier = ''] of this.read(file).matchAll(
      /(?:from|import)\s*["'](\.[^"']+)["']/g,
    )) {
      const next = path.posix.join(path.posix.dirname(file), specifier);
      if (this.files.includes(next)) this.scriptsFrom(next, seen);
    }
    return seen;
  }
}

/** Bytes after brotli at its highest level. */
export const brotliBytes = (body: string | Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
