import { MESSAGES } from '../../../contract/messages.ts';
import { notify } from '../../platform/toast-store.ts';

export function offerSupport(): void {
  notify(MESSAGES.supportForGiveaway);
  import('./support-link.ts').then(({ addSupportLink }) => addSupportLink()).catch(reportError);
}
