import type { PushState } from './push-state.ts';

/**
 * What can be done where push cannot simply be turned on; undefined where it can.
 * @param isServed whether the server can push at all; what is on can be turned off all the same
 */
export function pushHint(state: PushState, isServed = true): string | undefined {
  if (!isServed && state !== 'on') return 'Push is not set up here.';
  switch (state) {
    case 'unsupported':
      return 'This browser cannot show push messages.';
    case 'needs-install':
      return 'First add Goodies to your home screen: tap Share, then ‘Add to Home Screen’, and open it from there.';
    case 'blocked':
      return 'Blocked in the settings of your browser. Allow notifications for this site there, then come back.';
    default:
      return undefined;
  }
}
