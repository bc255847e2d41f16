import path from 'node:path';

import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Journal } from '../chaos/journal.ts';
import { KeptProcess } from './kept-process.ts';

const SETTINGS = path.join(REPOSITORY_ROOT, 'deploy/haproxy.cfg');

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** HAProxy, with the settings of `deploy/`, without TLS, in front of three nodes. Resolves when it serves. */
export async function startBalancer(
  program: string,
  port: number,
  nodeUrls: readonly string[],
  journal: Journal,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const url = `http://localhost:${port}`;
  const nodes = nodeUrls.map((node, index) => [`NODE_${index + 1}`, new URL(node).host]);
  const balancer = await KeptProcess.start({
    program,
    args: ['-db', '-f', SETTINGS],
    options: {
      env: { ...process.env, ...Object.fromEntries(nodes), BALANCER_ADDRESS: `127.0.0.1:${port}` },
    },
    journal,
    isUp: () => answers(url),
  });
  return { url, stop: () => balancer.stop() };
}
