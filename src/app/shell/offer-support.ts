import { MESSAGES } from '../../../contract/messages.ts';
import { notify } from '../../platform/toast-store.ts';

export const offerSupport = (): number =>
  notify(MESSAGES.supportForGiveaway, {
    action: { label: 'Contact support', href: '/contact' },
    otherAction: { label: 'Create one here', href: '/post-voucher' },
  });
