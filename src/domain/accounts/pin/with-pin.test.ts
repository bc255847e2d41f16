import { expect, it, vi } from 'vitest';

import { fail, ok, type Failure } from '../../../../contract/result.ts';
import { answerPin, closePin, withPin } from './with-pin.ts';

const failure = (code: Failure['code']): Failure => ({ code, message: code });

/** A request that takes one PIN, or none. */
const request = (right: string | undefined) =>
  vi.fn((pin?: string) =>
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
    answerPin(pin);
  }
  expect(await outcome).toEqual(ok('done'));
  expect(run.mock.calls).toEqual([[], ['135792'], ['246810']]);
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
