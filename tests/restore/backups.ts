import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { unprivilegedAccount } from '../../scripts/lib/postgres-cluster.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';

const SETTINGS = path.join(REPOSITORY_ROOT, 'deploy/patroni/pgbackrest.conf');
const FOLDERS = ['repository', 'lock', 'log'];

/** Where the database keeps its files and is heard. */
interface Place {
  readonly data: string;
  readonly socketFolder: string;
  readonly port: string;
}

/** pgBackRest with the settings of `deploy/`, a repository of its own, and the rights of the database. */
export class Backups {
  readonly #program: string;
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(program: string, folder: string, env: Readonly<Record<string, string>>) {
    this.#program = program;
    this.#folder = folder;
    this.#env = env;
  }

  static open(program: string, { data, socketFolder, port }: Place): Backups {
    const folder = mkdtempSync(path.join(tmpdir(), 'goodies-backups-'));
    copyFileSync(SETTINGS, path.join(folder, 'pgbackrest.conf'));
    for (const name of FOLDERS) mkdirSync(path.join(folder, name));
    const account = unprivilegedAccount();
    if (account)
      for (const name of ['', 'pgbackrest.conf', ...FOLDERS])
        chownSync(path.join(folder, name), account.uid, account.gid);
    return new Backups(program, folder, {
      PGBACKREST_CONFIG: path.join(folder, 'pgbackrest.conf'),
      PGBACKREST_STANZA: 'goodies',
      PGBACKREST_PG1_PATH: data,
      PGBACKREST_PG1_PORT: port,
      PGBACKREST_PG1_SOCKET_PATH: socketFolder,
      PGBACKREST_PG1_USER: 'goodies',
      PGBACKREST_REPO1_PATH: path.join(folder, 'repository'),
      PGBACKREST_REPO1_CIPHER_PASS: 'known-as-it-ends-with-the-drill',
      PGBACKREST_LOCK_PATH: path.join(folder, 'lock'),
      PGBACKREST_LOG_PATH: path.join(folder, 'log'),
    });
  }

  /** What the database itself runs for each file of its log that is full. */
  get archiveCommand(): string {
    return this.#asCommand('archive-push %p');
  }

  /**
   * @returns seconds that it took
   * @throws Error with what it printed
   */
  async run(command: string, ...options: readonly string[]): Promise<number> {
    const beganMs = performance.now();
    await promisify(execFile)(this.#program, [...options, command], {
      ...unprivilegedAccount(),
      cwd: this.#folder,
      env: { ...process.env, ...this.#env },
    });
    return (performance.now() - beganMs) / 1_000;
  }

  /** @param moment as PostgreSQL writes it: what was committed later is not restored */
  restore(moment: string): Promise<number> {
    const fetchLog = this.#asCommand('archive-get %f "%p"');
    return this.run(
      'restore',
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      `--recovery-option=restore_command=${fetchLog}`,
    );
  }

  /** pgBackRest stores it without escaping quotes, so there are none. */
  #asCommand(words: string): string {
    const env = Object.entries(this.#env).map(([name, value]) => `${name}=${value}`);
    return ['env', ...env, this.#program, words].join(' ');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
