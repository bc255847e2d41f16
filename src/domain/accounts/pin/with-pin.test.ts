import { expect, it, vi } from 'vitest';

import type { OwnerProof } from '../../../../contract/common.ts';
import { fail, ok, type Failure } from '../../../../contract/result.ts';
import { answerProof, closePin, withPin } from './with-pin.ts';

const failure = (code: Failure['code']): Failure => ({ code, message: code });

/** A request that takes one PIN, or none. */
const request = (right: string | undefined) =>
  vi.fn(({ pin }: OwnerProof = {}) =>
    Promise.resolve(
      pin === right ? ok('done') : fail(failure(pin === undefined ? 'pin_required' : 'pin_wrong')),
    ),
  );

it('asks for no PIN where the server does not', async () => {
  const run = request(undefined);
  expect(await withPin(run)).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[]]);
});

it('asks until the PIN is right', async () => {
  const run = request('246810');
  const outcome = withPin(run);
  for (const pin of ['135792', '246810']) {
    await vi.waitFor(() => expect(run.mock.results).toHaveLength(pin === '135792' ? 1 : 2));
    await Promise.resolve();
    answerProof({ pin });
  }
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[], [{ pin: '135792' }], [{ pin: '246810' }]]);
});

it('ends with the refusal when the sheet is closed', async () => {
  const run = request('246810');
  const outcome = withPin(run);
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  await Promise.resolve();
  closePin();
  expect(await outcome).toEqual(fail(failure('pin_required')));
});

it('leaves every other failure to who asked', async () => {
  const refused = fail(failure('insufficient_funds'));
  expect(await withPin(() => Promise.resolve(refused))).toEqual(refused);
});

it('asks for a passkey as for a PIN, and again when it was refused', async () => {
  const passkey = { id: 'a', client_data: 'b', authenticator_data: 'c', signature: 'd' };
  const run = vi.fn((proof?: OwnerProof) => {
    if (proof?.pin !== undefined) return Promise.resolve(ok('done'));
    return Promise.resolve(fail(failure(proof ? 'passkey_refused' : 'passkey_required')));
  });
  const outcome = withPin(run);
  for (const [at, proof] of [{ passkey }, { pin: '246810' }].entries()) {
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(at + 1));
    await Promise.resolve();
    answerProof(proof);
  }
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[], [{ passkey }], [{ pin: '246810' }]]);
});
