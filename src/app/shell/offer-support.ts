import { MESSAGES } from '../../../contract/messages.ts';
import { notify } from '../../platform/toast-store.ts';

/** The navigation's answer to a user who wants to give away: support, and the way to write to it. */
export function offerSupport(): void {
  notify(MESSAGES.supportForGiveaway);
  import('./support-link.ts').then(({ addSupportLink }) => addSupportLink()).catch(reportError);
}
