import { SUPPORT_EMAIL } from '../../../contract/constants.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { notify } from '../../platform/toast-store.ts';

/** The navigation's answer to whoever wants to give away: support, and the way to write to it. */
export const offerSupport = (): void =>
  void notify(MESSAGES.supportForGiveaway, {
    action: { label: 'Write to support', href: `mailto:${SUPPORT_EMAIL}` },
  });
