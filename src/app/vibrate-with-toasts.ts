import { currentToasts, subscribeToToasts } from '../platform/toast-store.ts';
import { vibrate } from '../platform/native/vibrate.ts';

export function vibrateWithToasts(): void {
  let lastId = 0;
  subscribeToToasts(() => {
    const newest = currentToasts().at(-1);
    if (!newest || newest.id <= lastId) return;
    lastId = newest.id;
    if (newest.kind !== 'info') vibrate(newest.kind);
  });
}
