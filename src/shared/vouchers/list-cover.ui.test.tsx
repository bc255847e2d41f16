import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { one, render } from '../../ui/test-render.ts';
import { ListCover } from './voucher-list-ticket.tsx';

const network = vi.hoisted(() => new Set<() => void>());
vi.mock('../../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    network.add(listener);
    return () => network.delete(listener);
  },
}));

const cover = { src: '/covers/a.webp', srcset: '', width: 4, height: 3, video_bytes: 0 };

// Here nothing is loaded: a picture stays on its way until it is told.
beforeEach(
  () => void vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false),
);
afterEach(() => vi.restoreAllMocks());

test('a picture that failed is asked for again when the network is back', () => {
  const { container } = render(<ListCover cover={cover} />);
  const { src } = cover;
  act(() => void one(container, `[src="${src}"]`).dispatchEvent(new Event('error')));
  expect(container.querySelector(`[src="${src}"]`)).toBeNull();
  act(() => {
    for (const listener of network) listener();
  });
  expect(one(container, `[src="${src}"]`).tagName).toBe('IMG');
});
