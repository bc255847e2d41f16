import { beforeEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';

import type { NewCaseMessageBody } from '../../../../contract/cases.ts';
import { fail, ok, type Failure, type Result } from '../../../../contract/result.ts';
import type { KnownCase } from '../../../../local/queries/cases.ts';
import { CASE_A, sampleCase } from '../../../../local/testing/samples.ts';
import { buttonNamed, click, one, render, settle, type } from '../../../ui/test-render.ts';
import CasePage from './case-page.tsx';

const sendCaseMessage =
  vi.fn<(number: string, body: NewCaseMessageBody) => Promise<Result<undefined>>>();
const dropCaseReport = vi.fn(async (_number: string): Promise<Result<undefined>> => ok(undefined));
vi.mock('../../../platform/worker/data-worker.ts', () => {
  const worker = {
    sendCaseMessage: (number: string, body: NewCaseMessageBody) => sendCaseMessage(number, body),
    dropCaseReport: (number: string) => dropCaseReport(number),
  };
  return { callWorker: (call: (worker: object) => unknown) => call(worker) };
});
let connectivity = 'online';
vi.mock('../../../platform/connectivity.ts', () => ({
  useConnectivity: () => connectivity,
  onNetworkReturn: () => () => undefined,
}));
let known: KnownCase | undefined;
let failure: Failure | undefined;
vi.mock('./use-cases.ts', () => ({
  useCase: () => ({
    known,
    isRead: true,
    refresh: failure ? { phase: 'failed', error: failure } : { phase: 'done' },
    retry: () => undefined,
  }),
}));

beforeEach(() => {
  [known, failure, connectivity] = [undefined, undefined, 'online'];
  vi.clearAllMocks();
});

const show = (): HTMLElement =>
  render(
    <Router hook={() => [`/cases/${CASE_A}`, () => undefined]}>
      <Route path="/cases/:number" component={CasePage} />
    </Router>,
  ).container;

const failureOf = (code: string) => ({ code, message: `why ${code}` }) as Failure;

test('an open case says when it is answered, who wrote what, and what it is about', () => {
  known = sampleCase();
  const container = show();
  expect(container.textContent).toContain('We answer by 3 January 2026');
  expect(one(container, 'h1').textContent).toBe('Case 1a2b3c4d');
  const [said] = container.querySelectorAll('ol li');
  expect(said?.textContent).toMatch(/^You.*It never came$/);
  expect(container.textContent).toContain('It did not arrive');
  expect(container.querySelector('a[href="/transactions/t1"]')?.textContent).toBe('wd_01');
});

test('a message that got no answer is the same when it is sent again, and another once changed', async () => {
  known = sampleCase();
  sendCaseMessage.mockResolvedValue(fail(failureOf('timeout')));
  const container = show();
  const send = async (text: string): Promise<void> => {
    type(one(container, 'textarea'), text);
    click(buttonNamed(container, 'Send'));
    await settle();
    expect(one(container, '[role=alert]').textContent).toBe('why timeout');
  };
  await send('Any news?');
  await send('Any news?');
  await send('Any news yet?');
  const [first, second, third] = sendCaseMessage.mock.calls.map(([, body]) => body);
  expect(second).toEqual(first);
  expect(third?.text).toBe('Any news yet?');
  expect(third?.message_id).not.toBe(first?.message_id);

  sendCaseMessage.mockResolvedValue(ok(undefined));
  click(buttonNamed(container, 'Send'));
  await settle();
  expect((one(container, 'textarea') as HTMLTextAreaElement).value).toBe('');
});

test('a decided case shows the decision and takes no message', () => {
  known = sampleCase({
    status: 'decided',
    outcome: 'The money is back',
    decided_at: '2026-01-04T10:00:00Z',
    answer_by: null,
    decide_by: null,
  });
  const container = show();
  const last = [...container.querySelectorAll('ol li')].at(-1);
  expect(last?.textContent).toMatch(/^Our decision.*The money is back$/);
  expect(container.querySelector('form')).toBeNull();
});

test('a report that waits says so, also without a network', () => {
  connectivity = 'offline';
  failure = failureOf('offline');
  known = { ...sampleCase(), unsent: {} };
  const container = show();
  expect(container.textContent).toContain('Waiting for a network');
  expect(container.textContent).toContain('It never came');
  expect(container.querySelector('form')).toBeNull();
});

test('a report that was refused says why, and can be deleted', async () => {
  known = { ...sampleCase(), unsent: { refusal: 'You have 10 open cases.', isRefused: true } };
  const container = show();
  expect(container.textContent).toContain('This report was not taken. You have 10 open cases.');
  click(buttonNamed(container, 'Delete this report'));
  await settle();
  expect(dropCaseReport).toHaveBeenCalledExactlyOnceWith(CASE_A);
});

test.each([
  ['case_not_found', 'online', 'It may belong to another account.'],
  ['cases_failed', 'online', 'Could not load'],
  ['offline', 'offline', 'Not saved on this phone'],
])('what this phone does not have, after %s while %s: %s', (code, now, text) => {
  connectivity = now;
  failure = failureOf(code);
  expect(show().textContent).toContain(text);
});
