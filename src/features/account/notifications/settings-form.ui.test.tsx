import { expect, it, vi } from 'vitest';

import type { Preferences } from '../../../../contract/notifications/calls.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { SettingsForm } from './settings-form.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('../../../shared/push/push-state.ts', () => ({ usePushState: () => 'off' }));

function rendered(channels: Preferences['channels']) {
  const onChange = vi.fn<(next: Preferences) => void>();
  const { container } = render(
    <SettingsForm
      preferences={{ channels, quiet_hours: null }}
      isDisabled={false}
      isSaving={false}
      onChange={onChange}
    />,
  );
  const groups = [...container.querySelectorAll<HTMLElement>('[role=group]')];
  const box = (group: number, channel: number): HTMLInputElement => {
    const boxes = groups[group]?.querySelectorAll('input') ?? [];
    return boxes[channel] as HTMLInputElement;
  };
  return { container, groups, box, onChange };
}

it('asks for four groups, and for nothing about security', () => {
  const { container, groups } = rendered({});
  const names = groups.map(
    (group) => one(container, `[id="${group.getAttribute('aria-labelledby')}"]`).textContent,
  );
  expect(names).toEqual(['Wins and money', 'Vouchers', 'Coins and sharing', 'Your cases']);
  expect(container.textContent).toContain('We always tell you these');
});

it('says that a group is mixed, and a tap turns all of it on', () => {
  const { box, onChange } = rendered({ won: ['in_app'] });
  expect(box(0, 1).indeterminate).toBe(true);
  expect(box(0, 1).labels?.[0]?.textContent).toBe('E-mail: some');
  expect(box(0, 0).indeterminate).toBe(false);
  click(box(0, 1));
  expect(onChange.mock.calls[0]?.[0].channels.won).toEqual(['in_app', 'email']);
});
