import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { unprivilegedAccount } from '../../scripts/lib/postgres-cluster.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Journal } from '../chaos/journal.ts';
import { answersOk } from './answers-ok.ts';
import { KeptProcess } from './kept-process.ts';

const SETTINGS = path.join(REPOSITORY_ROOT, 'deploy/patroni/etcd.env');
const [CLIENTS_PORT, PEERS_PORT] = [2379, 2380];

export const etcdClientsOf = (hosts: readonly string[]): string[] =>
  hosts.map((host) => `${host}:${CLIENTS_PORT}`);

/** Three members of etcd, with the settings of `deploy/`. Resolves when each of them serves. */
export async function startEtcd(
  program: string,
  hosts: readonly string[],
  folder: string,
  journal: Journal,
): Promise<readonly KeptProcess[]> {
  const peers = hosts.map((host, index) => `etcd-${index + 1}=http://${host}:${PEERS_PORT}`);
  const account = unprivilegedAccount();
  return Promise.all(
    hosts.map((host, index) => {
      const data = path.join(folder, `etcd-${index + 1}`);
      mkdirSync(data, { mode: 0o700 });
      if (account) chownSync(data, account.uid, account.gid);
      const [clients, peer] = [`http://${host}:${CLIENTS_PORT}`, `http://${host}:${PEERS_PORT}`];
      const env = {
        ...process.env,
        ...(parseEnv(readFileSync(SETTINGS, 'utf8')) as Record<string, string>),
        ETCD_NAME: `etcd-${index + 1}`,
        ETCD_DATA_DIR: path.join(data, 'data'),
        ETCD_INITIAL_CLUSTER: peers.join(','),
        ETCD_LISTEN_CLIENT_URLS: clients,
        ETCD_ADVERTISE_CLIENT_URLS: clients,
        ETCD_LISTEN_PEER_URLS: peer,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      };
      return KeptProcess.start({
        program,
        args: [],
        options: { ...account, cwd: data, env },
        journal,
        isUp: () => answersOk(`${clients}/health`),
      });
    }),
  );
}

export const isEtcdWhole = async (hosts: readonly string[]): Promise<boolean> => {
  const answers = hosts.map((host) => answersOk(`http://${host}:${CLIENTS_PORT}/health`));
  return (await Promise.all(answers)).every(Boolean);
};

/** @returns its place in the list; undefined while none of these leads */
export async function findEtcdLeader(hosts: readonly string[]): Promise<number | undefined> {
  const leads = await Promise.all(hosts.map(isLeader));
  const index = leads.indexOf(true);
  return index < 0 ? undefined : index;
}

async function isLeader(host: string): Promise<boolean> {
  const url = `http://${host}:${CLIENTS_PORT}/v3/maintenance/status`;
  const reply = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
  if (!reply?.ok) return false;
  const { header, leader } = (await reply.json()) as {
    readonly header: { readonly member_id: string };
    readonly leader?: string;
  };
  return header.member_id === leader;
}
