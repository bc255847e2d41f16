import { act } from 'react';
import { expect, it, vi } from 'vitest';

import { click, one, render } from '../../../ui/test-render.ts';
import { PushSwitch } from './settings-form.tsx';

const server = vi.hoisted(() => ({ told: [] as string[], answer: (): void => undefined }));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: true }),
}));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('../../../shared/push/push-state.ts', () => ({ usePushState: () => 'on' }));
vi.mock('../../../shared/push/set-push.ts', () => {
  const tell = (word: string) => (): Promise<void> => {
    server.told.push(word);
    return new Promise((resolve) => {
      server.answer = resolve;
    });
  };
  return { enablePush: tell('on'), disablePush: tell('off') };
});

it('does what was tapped last, also while what was tapped before is on its way', async () => {
  const { container } = render(<PushSwitch isOffline={false} />);
  const push = one(container, 'input') as HTMLInputElement;
  click(push);
  expect(push.checked).toBe(false);
  click(push);
  expect(push.checked).toBe(true);
  expect(server.told).toEqual(['off']);

  await act(async () => server.answer());
  expect(server.told).toEqual(['off', 'on']);
  await act(async () => server.answer());
  expect(push.checked).toBe(true);
  click(push);
  expect(server.told).toEqual(['off', 'on', 'off']);
});
