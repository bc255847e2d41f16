import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { render, pass } from '../../ui/test-render.ts';
import { useAskedFields } from './use-asked-fields.ts';

const answer = vi.fn<() => Promise<object>>();
vi.mock('../../platform/worker/data-worker.ts', () => ({ callWorker: async () => answer() }));
const network = vi.hoisted(() => ({ comeBack: (): void => undefined }));
vi.mock('../../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    network.comeBack = listener;
    return () => (network.comeBack = () => undefined);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset();
});
afterEach(() => vi.useRealTimers());

const refuse = (code: string) => ({ ok: false, error: { code, message: code } });
const PHONE = { name: 'phone', label: 'Phone number', required: true, phone_code: '+254' };

const Asked = (): ReactElement => (
  <output>
    {useAskedFields('mpesa')
      .map(({ label }) => label)
      .join()}
  </output>
);
const later = (): Promise<void> => pass(6_000);

test('what a method asks for is asked again where no answer came: its payer had no field for the phone', async () => {
  answer.mockResolvedValueOnce(refuse('timeout'));
  answer.mockResolvedValueOnce({ ok: true, value: { config: { fields: [PHONE] } } });
  const { container } = render(<Asked />);
  await pass(0);
  expect(container.textContent).toBe('');
  await later();
  expect(container.textContent).toBe(PHONE.label);
  await later();
  expect(answer).toHaveBeenCalledTimes(2);
});

test('a method that cannot be used is asked about once, and none once the form is closed', async () => {
  answer.mockResolvedValue(refuse('processor_unsupported'));
  render(<Asked />);
  await later();
  expect(answer).toHaveBeenCalledTimes(1);
  answer.mockResolvedValue(refuse('timeout'));
  const { rerender } = render(<Asked />);
  await pass(0);
  rerender(null);
  await later();
  expect(answer).toHaveBeenCalledTimes(2);
});

test('a server that does not answer is asked a few times, and again once the network has returned', async () => {
  answer.mockResolvedValue(refuse('unavailable'));
  const { container } = render(<Asked />);
  await pass(600_000);
  expect(answer).toHaveBeenCalledTimes(5);
  answer.mockResolvedValue({ ok: true, value: { config: { fields: [PHONE] } } });
  network.comeBack();
  await pass(0);
  expect(container.textContent).toBe(PHONE.label);
  network.comeBack();
  await pass(600_000);
  expect(answer).toHaveBeenCalledTimes(6);
});

test.each([
  ['hidden', document, 'hidden', true],
  ['offline', navigator, 'onLine', false],
] as const)('a page that is %s asks nothing', async (_, of, name, value) => {
  answer.mockResolvedValue(refuse('unavailable'));
  render(<Asked />);
  await pass(0);
  const state = vi.spyOn(of as never, name as never, 'get').mockReturnValue(value as never);
  await pass(600_000);
  expect(answer).toHaveBeenCalledTimes(1);
  state.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(answer).toHaveBeenCalledTimes(2);
});
