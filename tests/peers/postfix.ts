import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findFreePort } from '../../scripts/lib/free-port.ts';
import { unprivilegedAccount } from '../../scripts/lib/postgres-cluster.ts';
import { onMachine } from '../../scripts/lib/programs.ts';
import { listens } from '../chaos/listens.ts';
import { until } from '../chaos/until.ts';

export interface PostfixSettings {
  /** Whom it knows, beside the domain `DOMAIN`. */
  readonly boxes: readonly string[];
  /** Seconds for which it answers 450 to somebody whom it hears of for the first time. */
  readonly greySeconds: number;
}

export const DOMAIN = 'mail.test';

/** Debian's Postfix with Postgrey on ports of this machine; needs root. */
export class Postfix {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #grey: ChildProcess;

  private constructor(port: number, folder: string, grey: ChildProcess) {
    this.#port = port;
    this.url = `smtp://127.0.0.1:${port}`;
    this.#folder = folder;
    this.#grey = grey;
    process.once('exit', this.#kill);
  }

  static async start({ boxes, greySeconds }: PostfixSettings): Promise<Postfix> {
    const folder = mkdtempSync(path.join(tmpdir(), 'goodies-postfix-'));
    chmodSync(folder, 0o755);
    const [port, greyPort] = [await findFreePort(), await findFreePort()];
    const [postfix, postgrey] = [onMachine('postfix') ?? '', onMachine('postgrey') ?? ''];
    const account = unprivilegedAccount();
    if (!account) throw new Error('Postfix is started by root only');
    for (const [name, owner] of [
      ['mail', account.uid],
      ['data', idOf('postfix')],
      ['grey', idOf('postgrey')],
    ] as const) {
      mkdirSync(path.join(folder, name));
      chownSync(path.join(folder, name), owner, account.gid);
    }
    mkdirSync(path.join(folder, 'spool'));
    const files = {
      'main.cf': mainOf({ folder, greyPort, ...account }),
      'master.cf': masterOf(port),
      boxes: boxes.map((box) => `${box}@${DOMAIN} ${box}/\n`).join(''),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const grey = spawn(
      postgrey,
      [`--inet=127.0.0.1:${greyPort}`, `--delay=${greySeconds}`, `--dbdir=${folder}/grey`],
      { stdio: 'ignore' },
    );
    await untilUp('postgrey', greyPort);
    execFileSync(postfix, ['-c', folder, 'start'], { stdio: 'ignore' });
    await untilUp('postfix', port);
    return new Postfix(port, folder, grey);
  }

  /** The mails in a box, as they were stored. */
  mailsIn(box: string): string[] {
    const folder = path.join(this.#folder, 'mail', box, 'new');
    try {
      return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    } catch {
      // The first mail makes it.
      return [];
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#kill);
    const greyEnds = once(this.#grey, 'exit');
    this.#kill();
    await greyEnds;
    await until(UP_WITHIN_MS, 'Postfix does not end', async () =>
      (await listens(this.#port)) ? undefined : true,
    );
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #kill = (): void => {
    this.#grey.kill();
    // It has left the group of whoever started it.
    process.kill(Number(readFileSync(path.join(this.#folder, 'spool/pid/master.pid'), 'utf8')));
  };
}

const UP_WITHIN_MS = 20_000;
const untilUp = (program: string, port: number): Promise<true> =>
  until(UP_WITHIN_MS, `${program} did not start`, async () =>
    (await listens(port)) ? true : undefined,
  );

const idOf = (user: string): number =>
  Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }));

const mainOf = (given: {
  readonly folder: string;
  readonly greyPort: number;
  readonly uid: number;
  readonly gid: number;
}): string => `compatibility_level = 3.6
queue_directory = ${given.folder}/spool
data_directory = ${given.folder}/data
maillog_file_prefixes = ${given.folder}
maillog_file = ${given.folder}/log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = ${DOMAIN}
mydestination =
mynetworks =
virtual_mailbox_domains = ${DOMAIN}
virtual_mailbox_base = ${given.folder}/mail
virtual_mailbox_maps = texthash:${given.folder}/boxes
virtual_minimum_uid = 1
virtual_uid_maps = static:${given.uid}
virtual_gid_maps = static:${given.gid}
strict_rfc821_envelopes = yes
smtpd_recipient_restrictions = reject_unauth_destination, reject_unlisted_recipient, check_policy_service inet:127.0.0.1:${given.greyPort}
smtpd_forbid_bare_newline = yes
`;

const masterOf = (port: number): string =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ].join('\n') + '\n';
