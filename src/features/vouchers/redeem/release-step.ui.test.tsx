import { act, useEffect, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import type { RedeemBody } from '../../../../contract/payment-vouchers.ts';
import { click, render } from '../../../ui/test-render.ts';
import { ReleaseStep } from './release-step.tsx';
import { useRedeem } from './use-redeem.ts';

const CODE = '4471902886130';
const sent: RedeemBody[] = [];
let answer: ErrorCode | Promise<ErrorCode>;

vi.mock('../../../platform/session/session.ts', () => ({ readSession: async () => 'signed-in' }));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) => {
    ask({ redeemVoucher: (body: RedeemBody) => sent.push(body) });
    const code = await answer;
    return { ok: false, error: { code, message: errorMessage(code) } };
  },
}));

function Probe(): ReactElement {
  const redeeming = useRedeem(() => undefined);
  const { state, claim } = redeeming;
  useEffect(() => void claim(CODE), [claim]);
  return state.phase === 'release' ? <ReleaseStep redeeming={redeeming} /> : <p>{state.phase}</p>;
}

/** Redeems a voucher with a second factor. */
async function open() {
  answer = 'two_factor_required';
  const { container } = render(<Probe />);
  await act(async () => undefined);
  const button = [...container.querySelectorAll('button')].at(-1);
  if (!button) throw new Error('no release step');
  return { button, container };
}

beforeEach(() => void sent.splice(0));

test('a new code is asked for as the first one was, and once at a time', async () => {
  const { button, container } = await open();
  let decide: (code: ErrorCode) => void = () => undefined;
  answer = new Promise((resolve) => {
    decide = resolve;
  });
  click(button);
  click(button);
  expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Sending…', 'true']);
  await act(async () => decide('two_factor_required'));
  expect(sent).toEqual([{ code: CODE }, { code: CODE }]);
  expect(button.textContent).toBe('Send a new code');
  expect(container.textContent).toContain('The creator has been sent a code.');
});

test('a refused one is said beside its button', async () => {
  const { button, container } = await open();
  answer = 'too_many_requests';
  await act(async () => button.click());
  const alert = container.querySelector('[role=alert]');
  expect(alert?.textContent).toBe(errorMessage('too_many_requests'));
  expect(button.textContent).toBe('Send a new code');
});

test('a code is pasted as the app shows it to the creator', async () => {
  const { container } = await open();
  const field = container.querySelector('input');
  if (!field) throw new Error('no field');
  // As a browser pastes: cut to the longest that the field takes.
  const pasted = field.maxLength < 0 ? '482 913' : '482 913'.slice(0, field.maxLength);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, pasted);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field.value).toBe('482913');
});
