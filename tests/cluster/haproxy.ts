import path from 'node:path';

import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Journal } from '../chaos/journal.ts';
import { answersOk } from './answers-ok.ts';
import { KeptProcess } from './kept-process.ts';

interface Wanted {
  readonly program: string;
  /** A file of `deploy/`. */
  readonly settings: string;
  /** What the settings leave open. */
  readonly env: Readonly<Record<string, string>>;
  readonly journal: Journal;
  readonly isUp: () => Promise<boolean>;
}

export const startHaproxy = ({ program, settings, env, ...rest }: Wanted): Promise<KeptProcess> =>
  KeptProcess.start({
    program,
    args: ['-db', '-f', path.join(REPOSITORY_ROOT, 'deploy', settings)],
    options: { env: { ...process.env, ...env } },
    ...rest,
  });

/** Before three nodes, without TLS. Resolves when it serves. */
export async function startBalancer(
  program: string,
  port: number,
  nodeUrls: readonly string[],
  journal: Journal,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const url = `http://localhost:${port}`;
  const nodes = nodeUrls.map((node, index) => [`NODE_${index + 1}`, new URL(node).host]);
  const balancer = await startHaproxy({
    program,
    settings: 'haproxy.cfg',
    env: { ...Object.fromEntries(nodes), BALANCER_ADDRESS: `127.0.0.1:${port}` },
    journal,
    isUp: () => answersOk(`${url}/readyz`),
  });
  return { url, stop: () => balancer.stop() };
}
