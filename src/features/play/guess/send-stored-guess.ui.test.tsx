import { act, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { sampleUser, sampleVoucher } from '../../../../local/testing/samples.ts';
import { readWaitUntil } from '../../../../local/queries/vouchers.ts';
import { render } from '../../../ui/test-render.ts';
import { useSendStoredGuess } from './send-stored-guess.ts';
import {
  CLAIM_KEEP_MS,
  isClaimDue,
  readStoredGuess,
  storeClaim,
  storeGuess,
} from './stored-guess.ts';
import { useGuess } from './use-guess.ts';

let failure: { code: ErrorCode; status?: number };
let sent: string[] = [];
let waitUntilMs: number | undefined;
let tried: readonly string[] = [];
let session: 'signed-in' | 'signed-out';
const told: string[] = [];

vi.mock('../lazy.ts', async () => {
  const { sendGuess } = await import('./send-guess.ts');
  return { loadGuess: async () => sendGuess };
});
vi.mock('../../../platform/session/session.ts', () => ({
  readSession: async () => session,
  useSession: () => session,
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => {
    await call({ submitGuess: async ({ code }: { code: string }) => void sent.push(code) });
    return { ok: false, error: { message: errorMessage(failure.code), ...failure } };
  },
}));
vi.mock('../../../shared/accounts/user.ts', () => ({ useUser: () => sampleUser() }));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: (query: unknown) => ({
    phase: 'ready',
    data: query === readWaitUntil ? waitUntilMs : tried,
  }),
}));
vi.mock('../../../platform/toast-store.ts', () => ({ toast: (text: string) => told.push(text) }));

const voucher = sampleVoucher({ masked_code: '48*0*17*369*5', masked_digits: 4 });
const { ulid } = voucher;
const GUESS = '4820117236945';

interface ProbeProps {
  readonly reason?: string;
  readonly cost?: number;
  readonly maskedCode?: string;
}

function Probe({ reason, cost = 0, maskedCode = voucher.masked_code }: ProbeProps): ReactElement {
  const shown = { ...voucher, masked_code: maskedCode, entry_cost: cost };
  const guessing = useGuess(shown);
  useSendStoredGuess({ voucher: shown, guessing, reason });
  return <p>{guessing.state.phase}</p>;
}

const open = (props: ProbeProps = {}) => act(async () => render(<Probe {...props} />));

function hidePage(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.restoreAllMocks();
  localStorage.clear();
  session = 'signed-in';
  waitUntilMs = undefined;
  failure = { code: 'wrong_guess', status: 422 };
  sent = [];
  tried = [];
  told.length = 0;
  return () => vi.useRealTimers();
});

test('digits that were claimed before signing in are sent once, and it is said', async () => {
  storeClaim(ulid, GUESS);
  const { rerender } = await open();
  expect(sent).toEqual([GUESS]);
  expect(told).toEqual(['Your guess 2124 is sent. It was not right.']);
  expect(readStoredGuess(ulid)).toBeUndefined();
  await act(async () => rerender(<Probe />));
  await open();
  expect(sent).toHaveLength(1);
});

test('they wait for the reason to go: the address is verified meanwhile', async () => {
  storeClaim(ulid, GUESS);
  const { rerender } = await open({ reason: 'Verify your e-mail to guess this voucher' });
  expect(sent).toEqual([]);
  await act(async () => rerender(<Probe />));
  expect(sent).toEqual([GUESS]);
});

test('a tab that nobody looks at leaves them to the one that is looked at', async () => {
  hidePage(true);
  storeClaim(ulid, GUESS);
  await open();
  expect(sent).toEqual([]);
  await act(async () => hidePage(false));
  expect(sent).toEqual([GUESS]);
});

test('without an answer they stay due, for the next time only', async () => {
  failure = { code: 'network' };
  storeClaim(ulid, GUESS);
  await open();
  expect(sent).toHaveLength(1);
  expect(isClaimDue(ulid, GUESS)).toBe(true);
  await open();
  expect(sent).toHaveLength(2);
});

test('an answer that they have to wait leaves the rest to a tap', async () => {
  failure = { code: 'wait', status: 429 };
  storeClaim(ulid, GUESS);
  await open();
  expect(sent).toHaveLength(1);
  expect(readStoredGuess(ulid)).toBe(GUESS);
  await open();
  expect(sent).toHaveLength(1);
});

test.each([
  ['only typed', () => storeGuess(ulid, GUESS), {}],
  ['incomplete', () => storeClaim(ulid, '48201*7236945'), {}],
  ['of another price', () => storeClaim(ulid, GUESS), { cost: 50 }],
  [
    'refuted by a digit that has opened',
    () => storeClaim(ulid, GUESS),
    { maskedCode: '4890*17*369*5' },
  ],
  [
    'older than an hour',
    () => {
      storeClaim(ulid, GUESS);
      vi.setSystemTime(CLAIM_KEEP_MS);
    },
    {},
  ],
])('digits that are %s wait for a tap', async (_, store, props) => {
  store();
  await open(props);
  expect(sent).toEqual([]);
  expect(readStoredGuess(ulid)).toBeDefined();
});

test('while a wait runs nothing is sent, nor when it ends', async () => {
  waitUntilMs = 90_000;
  storeClaim(ulid, GUESS);
  await open();
  await act(async () => vi.advanceTimersByTime(91_000));
  expect(sent).toEqual([]);
  expect(readStoredGuess(ulid)).toBe(GUESS);
});

test('what was answered before is not sent again, and waits no more', async () => {
  tried = [GUESS];
  storeClaim(ulid, GUESS);
  await open();
  expect(sent).toEqual([]);
  expect(readStoredGuess(ulid)).toBeUndefined();
});

test('a visitor’s digits go nowhere', async () => {
  session = 'signed-out';
  storeClaim(ulid, GUESS);
  await open();
  expect(sent).toEqual([]);
});
