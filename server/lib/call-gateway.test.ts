import { afterEach, expect, it } from 'vitest';

import { FakeGateway } from '../../tests/fakes/fake-gateway.ts';
import { callGateway } from './call-gateway.ts';

const fakes: FakeGateway[] = [];
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close();
});

const startFake = async (status: number): Promise<string> => {
  const fake = await FakeGateway.start(() => ({ status, body: '' }));
  fakes.push(fake);
  return fake.url;
};

const call = (url: string): Promise<unknown> => callGateway({ gateway: 'paystack', url, body: {} });

it('says in what way a gateway cannot be reached, without its address', async () => {
  const url = await startFake(200);
  await fakes.pop()?.close();
  await expect(call(url)).rejects.toMatchObject({
    message: 'paystack did not answer at all: ECONNREFUSED',
    refused: false,
  });
});

it('says what a gateway answered that sends elsewhere, and does not go there', async () => {
  await expect(call(await startFake(307))).rejects.toMatchObject({
    message: 'paystack answered 307 with something unreadable',
    refused: false,
    status: 307,
  });
  expect(fakes[0]?.calls).toHaveLength(1);
});
