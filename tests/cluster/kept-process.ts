import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { Journal } from '../chaos/journal.ts';

export interface Kept {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** Gets what it printed, at the end. */
  readonly journal: Journal;
  /** Whether it does its work. */
  readonly isUp: () => Promise<boolean>;
}

const UP_WITHIN_MS = 20_000;
const ASK_EVERY_MS = 50;
/** How long whoever looks after it takes to notice that it is gone. */
const NOTICED_AFTER_MS = 500;

/** A program that is started again when it ends, as by systemd or a container's restart policy. */
export class KeptProcess {
  readonly #kept: Kept;
  #child: ChildProcess | undefined;
  #isStopping = false;
  #output = '';

  private constructor(kept: Kept) {
    this.#kept = kept;
    process.once('exit', this.#killNow);
  }

  /** @throws Error with what it printed when it is not up in time */
  static async start(kept: Kept): Promise<KeptProcess> {
    const started = new KeptProcess(kept);
    started.#spawn();
    const deadlineMs = performance.now() + UP_WITHIN_MS;
    while (!(await kept.isUp())) {
      if (performance.now() > deadlineMs) {
        await started.stop();
        throw new Error(`${kept.program} did not start:\n${started.#output}`);
      }
      await delay(ASK_EVERY_MS);
    }
    return started;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const { program, journal } = this.#kept;
    journal.note('a program wrote', { program, output: this.#output });
    process.off('exit', this.#killNow);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #spawn(): void {
    const { program, args, options } = this.#kept;
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const note = (chunk: Buffer): void => void (this.#output += chunk.toString());
    child.stdout?.on('data', note);
    child.stderr?.on('data', note);
    child.once('exit', () => void this.#keep());
    this.#child = child;
  }

  async #keep(): Promise<void> {
    await delay(NOTICED_AFTER_MS);
    if (!this.#isStopping) this.#spawn();
  }

  readonly #killNow = (): void => {
    this.#child?.kill('SIGKILL');
  };
}
