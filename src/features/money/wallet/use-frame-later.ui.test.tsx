import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useFrameLater } from './use-frame-later.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => vi.useRealTimers());

function Side({ isDue }: { isDue: boolean }): ReactElement {
  return <p>{useFrameLater(isDue) ? 'drawn' : ''}</p>;
}

it('holds a frame after what it waits for, and no longer than that', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const render = (isDue: boolean) => act(async () => root.render(<Side isDue={isDue} />));
  const frame = () => act(async () => vi.advanceTimersToNextFrame());
  await render(false);
  await frame();
  expect(container.textContent).toBe('');
  await render(true);
  expect(container.textContent).toBe('');
  await frame();
  expect(container.textContent).toBe('drawn');
  await render(false);
  expect(container.textContent).toBe('');
});
