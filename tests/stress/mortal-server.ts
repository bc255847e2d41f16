import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll } from 'vitest';

import { findFreePort } from '../../scripts/lib/free-port.ts';
import { type BuiltServer, startBuiltServer } from '../../scripts/lib/built-server.ts';
import { sendOver, sendUntilAnswered, type Answer, type Call } from './http-client.ts';
import type { Scene } from './scene.ts';

/** The real server in a process of its own, which is killed now and then and comes back at its address. */
export class MortalServer {
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-mortal-'));
  #running: Promise<BuiltServer>;
  #answered = 0;
  /** Counts of answers at which the process is killed, the next one first. */
  readonly #deaths: number[];
  #deathCount = 0;

  private constructor(
    port: number,
    env: Readonly<Record<string, string>>,
    deaths: readonly number[],
  ) {
    this.#port = port;
    this.#env = env;
    this.#deaths = deaths.toSorted((a, b) => a - b);
    this.#running = this.#start();
  }

  /**
   * Starts the server.
   * @param env what it is configured with
   * @param deaths it is killed when it has given this many answers, in the middle of whatever else it does
   */
  static async start(
    env: Readonly<Record<string, string>>,
    deaths: readonly number[] = [],
  ): Promise<MortalServer> {
    const server = new MortalServer(await findFreePort(), env, deaths);
    await server.#running;
    return server;
  }

  get deathCount(): number {
    return this.#deathCount;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Sends a call over and over, with the same key, until the server lives long enough to answer it. */
  async send(call: Call): Promise<Answer> {
    const answer = await sendUntilAnswered(
      sendOver(() => this.url),
      call,
      () => this.#running,
    );
    this.#answered += 1;
    this.#dieIfDue();
    return answer;
  }

  #dieIfDue(): void {
    const [next] = this.#deaths;
    if (next === undefined || this.#answered < next) return;
    this.#deaths.shift();
    this.#running = this.#dieAndReturn();
  }

  async #dieAndReturn(): Promise<BuiltServer> {
    const server = await this.#running;
    await server.kill();
    this.#deathCount += 1;
    return this.#start();
  }

  #start(): Promise<BuiltServer> {
    return startBuiltServer({ port: this.#port, dataDir: this.#dataDir, env: this.#env });
  }

  async stop(): Promise<void> {
    const server = await this.#running;
    await server.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/**
 * For a test file: starts servers on its scene's database, which end with it.
 * @returns starts one, to be killed when it has given these many answers
 */
export function setUpServers(
  scene: Pick<Scene, 'env'>,
): (deaths?: readonly number[]) => Promise<MortalServer> {
  const servers: MortalServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.stop())));
  return async (deaths) => {
    const server = await MortalServer.start(scene.env, deaths);
    servers.push(server);
    return server;
  };
}
