import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';

/** What happened in a run, a JSON line for each thing, so that a failure can be told. */
export class Journal {
  readonly file: string;
  readonly #startedMs = performance.now();
  readonly #stream: WriteStream;

  constructor(file: string) {
    mkdirSync(path.dirname(file), { recursive: true });
    this.file = file;
    this.#stream = createWriteStream(file);
  }

  /** Since the run began. */
  get seconds(): number {
    return (performance.now() - this.#startedMs) / 1000;
  }

  note(what: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.#stream.write(
      `${JSON.stringify({ s: Number(this.seconds.toFixed(3)), what, ...facts })}\n`,
    );
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.end(resolve);
    });
  }
}
