import { useEffect, useSyncExternalStore } from 'react';

import { applyUpdate, updateStore } from '../../platform/pwa/pwa.ts';
import { dismissToast, notify } from '../../platform/toast-store.ts';

/** Offers a newer version of the app. Taking it is the person's choice; it never comes by itself. */
export function UpdateNotice(): null {
  const state = useSyncExternalStore(
    updateStore.subscribe,
    updateStore.getSnapshot,
    () => 'none' as const,
  );
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const id = notify('A new version is ready', {
      detail: 'It takes a second.',
      durationMs: 0,
      action: { label: 'Update', onSelect: applyUpdate },
    });
    return () => dismissToast(id);
  }, [state]);
  return null;
}
