import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { OwnerProof } from '../../../../contract/common.ts';
import { fail, ok, type Failure } from '../../../../contract/result.ts';
import { getDatabase } from '../../../../local/database.ts';
import { SINGLE } from '../../../../local/rows.ts';
import { sampleUserRow } from '../../../../local/testing/samples.ts';
import { toasts, dismissToast } from '../../../platform/toast-store.ts';
import { readPinQuestion, showPinWith } from './pin-question.ts';
import { answerProof, choosePin, closePin, withPin } from './with-pin.ts';

const failure = (code: Failure['code']): Failure => ({ code, message: code });

/** Loads the sheet, which is asked for before each question. */
const load = vi.fn(() => Promise.resolve());
showPinWith(load);

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/bills' });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(async () => {
  await Promise.all([getDatabase().user.clear(), getDatabase().account.clear()]);
  vi.unstubAllGlobals();
  load.mockClear();
  for (const { id } of toasts.get()) dismissToast(id);
});

/** Waits until the sheet has been there for so many questions. */
async function asked(times: number): Promise<void> {
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(times));
  await Promise.resolve();
}

/** A request that takes one PIN, or none. */
const request = (right: string | undefined) =>
  vi.fn(({ pin }: OwnerProof = {}) =>
    Promise.resolve(
      pin === right ? ok('done') : fail(failure(pin === undefined ? 'pin_required' : 'pin_wrong')),
    ),
  );

it('asks for no PIN where the server does not', async () => {
  const run = request(undefined);
  expect(await withPin('Pay', run)).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[]]);
});

it('asks until the PIN is right', async () => {
  const run = request('246810');
  const outcome = withPin('Pay', run);
  for (const [at, pin] of ['135792', '246810'].entries()) {
    await asked(at + 1);
    answerProof({ pin });
  }
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[], [{ pin: '135792' }], [{ pin: '246810' }]]);
});

const PASSKEY = {
  id: 1,
  credential_id: 'a',
  user_agent: '',
  created_at: '',
  last_used_at: null,
};
const limits = { guesses_per_day: null, break_until: null };

it.each([
  ['a PIN', true, []],
  ['a passkey', false, [PASSKEY]],
])('asks before any request where the device knows of %s', async (_what, hasPin, passkeys) => {
  await getDatabase().user.put(sampleUserRow({ has_pin: hasPin }));
  await getDatabase().account.put({ key: SINGLE, sessions: [], limits, passkeys, fetchedAt: 1 });
  const run = request('246810');
  const outcome = withPin('Pay', run);
  await asked(1);
  answerProof({ pin: '246810' });
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[{ pin: '246810' }]]);
});

it.each([
  ['offline', false, true],
  ['for what may need no proof', true, false],
])('asks only after the server %s', async (_when, onLine, asksFirst) => {
  await getDatabase().user.put(sampleUserRow({ has_pin: true }));
  vi.stubGlobal('navigator', { onLine });
  const run = request(undefined);
  expect(await withPin('Pay', run, asksFirst)).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[]]);
});

it('ends with the refusal when the sheet is closed', async () => {
  const run = request('246810');
  const outcome = withPin('Pay', run);
  await asked(1);
  closePin();
  expect(await outcome).toEqual(fail(failure('pin_required')));
});

it('asks on no page but the one that it was begun on', async () => {
  const run = request('246810');
  const outcome = withPin('Pay', run);
  vi.stubGlobal('location', { pathname: '/' });
  expect(await outcome).toEqual(fail(failure('pin_required')));
  expect(load).not.toHaveBeenCalled();
});

it('asks no further where the page was left while a PIN was being tried', async () => {
  const outcome = withPin('Pay', request('246810'));
  await asked(1);
  answerProof({ pin: '135792' });
  vi.stubGlobal('location', { pathname: '/' });
  expect(await outcome).toEqual(fail(failure('pin_wrong')));
  expect(readPinQuestion()).toBeUndefined();
});

it('leaves every other failure to who asked', async () => {
  const refused = fail(failure('insufficient_funds'));
  expect(await withPin('Pay', () => Promise.resolve(refused))).toEqual(refused);
});

it('asks for a passkey as for a PIN, and again when it was refused', async () => {
  const passkey = { id: 'a', client_data: 'b', authenticator_data: 'c', signature: 'd' };
  const run = vi.fn((proof?: OwnerProof) => {
    if (proof?.pin !== undefined) return Promise.resolve(ok('done'));
    return Promise.resolve(fail(failure(proof ? 'passkey_refused' : 'passkey_required')));
  });
  const outcome = withPin('Pay', run);
  for (const [at, proof] of [{ passkey }, { pin: '246810' }].entries()) {
    await asked(at + 1);
    answerProof(proof);
  }
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[], [{ passkey }], [{ pin: '246810' }]]);
});

it('says that the sheet cannot be fetched and takes nothing, and asks once it can', async () => {
  const run = request('246810');
  load.mockRejectedValueOnce(new Error('no network'));
  expect(await withPin('Pay', run)).toMatchObject({ error: { code: 'pin_required' } });
  expect(toasts.get().map(({ message }) => message)).toEqual(['Network error occurred']);
  const outcome = withPin('Pay', run);
  await asked(2);
  answerProof({ pin: '246810' });
  expect(await outcome).toEqual(ok('done'));
});

it('says that no PIN can be chosen now where the sheet cannot be fetched', async () => {
  load.mockRejectedValueOnce(new Error('no network'));
  expect(await choosePin()).toBe(false);
  expect(toasts.get().map(({ message }) => message)).toEqual(['Network error occurred']);
});
