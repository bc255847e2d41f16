import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startBuiltServer, type BuiltServer } from '../../../scripts/lib/built-server.ts';
import { findFreePort } from '../../../scripts/lib/free-port.ts';

type Env = Readonly<Record<string, string>>;

/** The built server in several processes at fixed addresses, which are replaced as operators do it. */
export class RollingNodes {
  readonly urls: readonly string[];
  readonly #nodes: BuiltServer[];
  /** All that were ever started. */
  readonly #started: BuiltServer[];
  readonly #dataDir: string;

  private constructor(nodes: BuiltServer[], dataDir: string) {
    this.urls = nodes.map(({ url }) => url);
    this.#nodes = nodes;
    this.#started = [...nodes];
    this.#dataDir = dataDir;
  }

  static async start(count: number, env: Env): Promise<RollingNodes> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-rolling-'));
    const nodes: BuiltServer[] = [];
    while (nodes.length < count)
      nodes.push(await startBuiltServer({ port: await findFreePort(), dataDir, env }));
    return new RollingNodes(nodes, dataDir);
  }

  /**
   * Ends and starts them one after the other, each when the one before serves again.
   * @returns their exit codes
   */
  async replaceAll(env: Env): Promise<(number | null)[]> {
    const codes: (number | null)[] = [];
    for (const [index, { port, stop }] of this.#nodes.entries()) {
      codes.push(await stop());
      const node = await startBuiltServer({ port, dataDir: this.#dataDir, env });
      this.#nodes[index] = node;
      this.#started.push(node);
    }
    return codes;
  }

  /** Everything that the nodes have written. */
  output(): string {
    return this.#started.map((node) => node.output()).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()));
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
