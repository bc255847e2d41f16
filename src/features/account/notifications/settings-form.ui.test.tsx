import { expect, it, vi } from 'vitest';

import { DEFAULT_CHANNELS, NOTICE_LABELS } from '../../../../contract/notifications/kinds.ts';
import { render } from '../../../ui/test-render.ts';
import { SettingsForm } from './settings-form.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));
vi.mock('../../../shared/push/push-state.ts', () => ({ usePushState: () => 'off' }));

it('shows where a kind goes that the phone has kept nothing of, from a version before it', () => {
  const { purchase_ended: _, ...known } = DEFAULT_CHANNELS;
  const preferences = { channels: { ...known, won: [] }, quiet_hours: null } as never;
  const { container } = render(
    <SettingsForm
      preferences={preferences}
      isDisabled={false}
      isSaving={false}
      onChange={() => undefined}
    />,
  );
  const checked = (kind: 'won' | 'purchase_ended') =>
    container.querySelectorAll(`[aria-label="${NOTICE_LABELS[kind]}"] input:checked`).length;
  expect(checked('purchase_ended')).toBe(3);
  expect(checked('won')).toBe(0);
});
