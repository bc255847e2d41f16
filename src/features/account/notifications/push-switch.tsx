import type { ReactElement } from 'react';

import { readHasPush } from '../../../../local/queries/user-and-region.ts';
import { useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { pushHint } from '../../../shared/push/push-hint.ts';
import { usePushState } from '../../../shared/push/push-state.ts';
import { disablePush, enablePush } from '../../../shared/push/set-push.ts';

/** Push messages on this phone, on or off, or why they cannot be on. A change shows at once, and turns back if it fails. */
export function PushSwitch({ isOffline }: { readonly isOffline: boolean }): ReactElement {
  const state = usePushState();
  const [optimistic, choose] = useOptimistic((isOn: boolean) =>
    isOn ? enablePush() : disablePush(),
  );
  const read = useLive(readHasPush, []);
  useRefresh((worker) => worker.refreshRegions(), []);
  const hint = pushHint(state, read.phase !== 'ready' || read.data !== false);
  return (
    <SwitchRow
      label="Push on this phone"
      note={hint ?? 'Digits, prizes and payments, also with the app closed'}
      checked={optimistic ?? state === 'on'}
      disabled={isOffline || hint !== undefined}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
