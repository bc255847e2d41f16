import { readFileSync } from 'node:fs';

const ACCOUNTS = ['postgres', 'nobody'];

/**
 * PostgreSQL and PgBouncer refuse to run as root.
 * @returns undefined where this process does not run as root
 */
export function unprivilegedAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const account of ACCOUNTS) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${account}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`root runs no database, and there is no account ${ACCOUNTS.join(' or ')}`);
}
