import type { DeliveryStatus } from '../../../contract/delivery/delivery-status.ts';
import { errorMessage } from '../../../contract/errors.ts';

/** What the answer to a purchase says of it. */
export const PURCHASE_MESSAGES: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Your purchase is on its way',
  processing: 'Your purchase is on its way',
  completed: 'Your purchase was delivered',
  failed: errorMessage('purchase_failed'),
};
