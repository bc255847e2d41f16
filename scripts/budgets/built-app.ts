import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { listFiles } from '../lib/repository.ts';

/** These formats are compressed already, so servers send them as they are. */
const COMPRESSED = /\.(?:png|jpe?g|webp|avif|woff2|mp4)$/;

export class BuiltApp {
  readonly files: readonly string[];
  readonly #folder: string;
  readonly #sizes = new Map<string, number>();

  constructor(folder: string) {
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run "npm run build" first`);
    this.#folder = folder;
    this.files = listFiles(folder);
  }

  read(file: string): string {
    return readFileSync(path.join(this.#folder, file), 'utf8');
  }

  /** Brotli at its highest level, or the file itself when that is no larger. */
  sizeBytes(file: string): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    const body = readFileSync(path.join(this.#folder, file));
    const size = COMPRESSED.test(file) ? body.length : Math.min(body.length, brotliBytes(body));
    this.#sizes.set(file, size);
    return size;
  }
}

export const brotliBytes = (body: string | Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
