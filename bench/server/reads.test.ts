import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it, vi } from 'vitest';

import { measureReads } from './reads.ts';

const server = createServer((request, response) => {
  response.writeHead(request.url?.startsWith('/api/v1/notifications') ? 503 : 200).end();
});

afterEach(() => {
  server.close();
});

it('measures what is answered, and says where something was not', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stand = { name: 'now', checkout: undefined, url, databaseUrl: '', stop: async () => {} };
  const reads = await measureReads([stand, stand], 2);
  const failed = reads.filter(({ ms }) => ms.some(Number.isNaN));
  expect(failed.map(({ name }) => name)).toEqual(['notifications, of 100']);
  expect(reads.every(({ ms }) => ms.length === 2)).toBe(true);
});
