import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { Journal } from '../chaos/journal.ts';

interface Kept {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** Gets what it printed, at the end. */
  readonly journal: Journal;
  /** Whether it does its work. */
  readonly isUp: () => Promise<boolean>;
}

const UP_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;
/** How long whoever looks after it takes to notice that it is gone. */
const NOTICED_AFTER_MS = 500;

/** A program that is started again when it ends, as by systemd or a container's restart policy. */
export class KeptProcess {
  readonly #kept: Kept;
  #child: ChildProcess | undefined;
  #isWanted = true;
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

  /** Reaches what it has started, too. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid === undefined || hasEnded(this.#child)) return;
    process.kill(-this.#child.pid, signal);
  }

  /** Kills it as a power cut does. @returns once it has ended; only `revive` starts it again */
  async kill(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    this.signal('SIGKILL');
    await ended;
  }

  revive(): void {
    this.#isWanted = true;
    this.#spawn();
  }

  async stop(): Promise<void> {
    await this.kill();
    const { program, args, journal } = this.#kept;
    journal.note('a program wrote', { program, args, output: this.#output });
    process.off('exit', this.#killNow);
  }

  #spawn(): void {
    const { program, args, options } = this.#kept;
    const child = spawn(program, args, {
      ...options,
      // With a group of its own.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const note = (chunk: Buffer): void => void (this.#output += chunk.toString());
    child.stdout?.on('data', note);
    child.stderr?.on('data', note);
    child.once('exit', () => void this.#keep(child));
    this.#child = child;
  }

  async #keep(ended: ChildProcess): Promise<void> {
    await delay(NOTICED_AFTER_MS);
    if (this.#isWanted && this.#child === ended) this.#spawn();
  }

  readonly #killNow = (): void => this.signal('SIGKILL');
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
