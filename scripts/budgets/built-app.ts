import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../lib/repository.ts';

export class BuiltApp {
  readonly files: readonly string[];
  readonly #folder: string;

  constructor(folder: string) {
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run "npm run build" first`);
    this.#folder = folder;
    this.files = listFiles(folder);
  }

  read(file: string): string {
    return readFileSync(path.join(this.#folder, file), 'utf8');
  }

  /** The build has compressed already what the server sends compressed. */
  sizeBytes(file: string): number {
    const sent = this.files.includes(`${file}.br`) ? `${file}.br` : file;
    return statSync(path.join(this.#folder, sent)).size;
  }
}
