import type { PushState } from './push-state.ts';

/**
 * @param isServed whether the server can push; an active subscription can be turned off without it
 */
export function pushHint(state: PushState, isServed = true): string | undefined {
  if (!isServed && state !== 'on') return 'Push messages are not available here.';
  switch (state) {
    case 'unsupported':
      return 'This browser cannot show push messages.';
    case 'needs-install':
      return 'First add Goodies to your home screen: tap Share, then ‘Add to Home Screen’, and open it from there.';
    case 'blocked':
      return 'Your browser blocks notifications from Goodies. Allow them in its settings, then come back.';
    default:
      return undefined;
  }
}
