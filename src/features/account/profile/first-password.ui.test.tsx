import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { click, one, render, settle } from '../../../ui/test-render.ts';
import { FirstPassword } from './password.tsx';

let returnNetwork: () => void = () => undefined;
vi.mock('../../../platform/connectivity.ts', () => ({
  useConnectivity: () => 'online',
  onNetworkReturn: (listener: () => void) => {
    returnNetwork = listener;
    return () => undefined;
  },
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: false, error: { code: 'network', message: 'No network' } }),
}));

test('that there was no network is said no longer once it is back', async () => {
  const { container } = render(<FirstPassword email="ada@mail.test" />);
  click(one(container, 'button'));
  await settle();
  expect(one(container, '[role=alert]').textContent).toBe('No network');
  await act(async () => returnNetwork());
  expect(container.querySelector('[role=alert]')).toBeNull();
});
