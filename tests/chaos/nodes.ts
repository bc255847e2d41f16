import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { findFreePort } from '../../scripts/lib/free-port.ts';
import { startBuiltServer, type BuiltServer } from '../../scripts/lib/built-server.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';

/** How long whoever looks after the processes takes to notice that one is gone. */
const NOTICED_AFTER_MS = 1_000;
/** How often a process is started before it is given up. */
const STARTS = 10;

type Env = Readonly<Record<string, string>>;

/** The built server in several processes at fixed addresses, each started again when it ends. */
export class Nodes {
  /** Nodes that ended without being told to. */
  endedByThemselves = 0;
  readonly #env: Env;
  readonly #ports: readonly number[];
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-chaos-'));
  readonly #journal: Journal;
  readonly #running = new Map<number, BuiltServer>();
  readonly #starts: Promise<void>[] = [];
  readonly #output: string[] = [];
  #isStopping = false;

  private constructor(env: Env, ports: readonly number[], journal: Journal) {
    this.#env = env;
    this.#ports = ports;
    this.#journal = journal;
  }

  static async start(count: number, env: Env, journal: Journal): Promise<Nodes> {
    const ports: number[] = [];
    while (ports.length < count) ports.push(await findFreePort());
    const nodes = new Nodes(env, ports, journal);
    await Promise.all(ports.map((_, index) => nodes.#start(index)));
    return nodes;
  }

  get urls(): string[] {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Kills one of the nodes as a power cut does. @returns when its process is being started again */
  async killOne(random: Random): Promise<void> {
    const [index, node] = random.pick([...this.#running]);
    this.#running.delete(index);
    this.#output.push(node.output());
    await node.kill();
    await delay(NOTICED_AFTER_MS);
    this.#starts.push(this.#start(index));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#starts);
    this.#isStopping = true;
    const nodes = [...this.#running.values()];
    for (const node of nodes) this.#output.push(node.output());
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** Everything that the nodes have written. */
  output(): string {
    return this.#output.join('\n');
  }

  async #start(index: number): Promise<void> {
    const node = await this.#startPatiently(index);
    this.#running.set(index, node);
    void node.ended.then(async () => {
      // Another one, or none, stands in its place when it was told to end.
      if (this.#isStopping || this.#running.get(index) !== node) return;
      this.endedByThemselves += 1;
      this.#output.push(node.output());
      this.#journal.note('a node ended by itself', { index, output: node.output().slice(-2_000) });
      await this.#start(index);
    });
  }

  /** A node whose database is away does not start; whoever looks after it tries again. */
  async #startPatiently(index: number): Promise<BuiltServer> {
    const port = this.#ports[index];
    if (port === undefined) throw new Error(`no node ${index}`);
    for (let tries = 1; ; tries += 1) {
      try {
        return await startBuiltServer({ port, dataDir: this.#dataDir, env: this.#env });
      } catch (error) {
        if (tries === STARTS) throw error;
        this.#journal.note('a node did not start', { port, error: String(error).slice(0, 2_000) });
        await delay(NOTICED_AFTER_MS);
      }
    }
  }
}
