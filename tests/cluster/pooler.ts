import { chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findFreePort } from '../../scripts/lib/free-port.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { unprivilegedAccount } from '../../scripts/lib/postgres-cluster.ts';
import type { Journal } from '../chaos/journal.ts';
import { listens } from '../chaos/listens.ts';
import { KeptProcess } from './kept-process.ts';

const SETTINGS = path.join(REPOSITORY_ROOT, 'deploy/pgbouncer/pgbouncer.ini');

/** PgBouncer, with the settings of `deploy/`, in front of the way to the primary. */
export class Pooler {
  readonly url: string;
  readonly #folder: string;
  readonly #process: KeptProcess;

  private constructor(port: number, folder: string, process: KeptProcess) {
    this.url = `postgres://goodies@127.0.0.1:${port}/goodies`;
    this.#folder = folder;
    this.#process = process;
  }

  /** @param databaseUrl where it connects, as whom */
  static async start(program: string, databaseUrl: string, journal: Journal): Promise<Pooler> {
    const folder = mkdtempSync(path.join(tmpdir(), 'goodies-pooler-'));
    const account = unprivilegedAccount();
    if (account) chownSync(folder, account.uid, account.gid);
    copyFileSync(SETTINGS, path.join(folder, 'pgbouncer.ini'));
    const port = await findFreePort();
    writeFileSync(
      path.join(folder, 'access.ini'),
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\n`,
    );
    const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
    writeFileSync(
      path.join(folder, 'primary.ini'),
      `[databases]\ngoodies = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} user=${username} password=${password}\n`,
    );
    const options = { ...account, cwd: folder };
    const isUp = (): Promise<boolean> => listens(port);
    const kept = { program, args: ['pgbouncer.ini'], options, journal, isUp };
    return new Pooler(port, folder, await KeptProcess.start(kept));
  }

  /** Kills it as a power cut does; it is started again. */
  restart(): void {
    this.#process.signal('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
