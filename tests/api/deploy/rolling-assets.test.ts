import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { findFreePort } from '../../../scripts/lib/free-port.ts';
import { onMachine } from '../../../scripts/lib/programs.ts';

const haproxy = onMachine('haproxy');
if (!haproxy)
  console.warn('NOT RUN: haproxy is not installed (Debian has it), no code is asked of it');
const SETTINGS = path.join(import.meta.dirname, '../../../deploy/haproxy.cfg');

/** A node that has the code of these names and answers its name to all else. */
async function startNode(name: string, code: readonly string[]): Promise<Server> {
  const node = createServer(({ url = '' }, response) => {
    response.statusCode = url.startsWith('/assets/') && !code.includes(url) ? 404 : 200;
    response.end(name);
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    node.closeAllConnections();
    node.close();
  });
  return node;
}

/** HAProxy with the settings of `deploy/` before these nodes. Resolves with its address once it serves. */
async function startBalancer(nodes: readonly Server[]): Promise<string> {
  const port = await findFreePort();
  const addresses = nodes.map((node, at) => [
    `NODE_${at + 1}`,
    `127.0.0.1:${(node.address() as AddressInfo).port}`,
  ]);
  const env = { ...Object.fromEntries(addresses), BALANCER_ADDRESS: `127.0.0.1:${port}` };
  const balancer = spawn(haproxy ?? '', ['-db', '-f', SETTINGS], { env, stdio: 'ignore' });
  onTestFinished(() => void balancer.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return url;
}

/** One after the other: beside each other they would share the turns of the nodes. */
async function statusesOf(address: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let at = 0; at < 12; at += 1) statuses.add((await fetch(address)).status);
  return statuses;
}

it.skipIf(!haproxy)(
  'finds the code of either version while nodes are replaced, and asks no further where none has it',
  async () => {
    const [former, newer] = [['/assets/app-former.js'], ['/assets/app-newer.js']];
    const url = await startBalancer([
      await startNode('node-1', newer),
      await startNode('node-2', former),
      await startNode('node-3', former),
    ]);
    // A node is asked once the balancer has found it healthy, which a busy machine delays.
    for (const name of [...former, ...newer])
      await expect
        .poll(() => statusesOf(`${url}${name}`), { message: name })
        .toEqual(new Set([200]));
    expect(await statusesOf(`${url}/assets/app-none.js`)).toEqual(new Set([404]));
  },
);
