/** `pending`: the provider may not have the order; `failed`: the money is back in the wallet. */
export const DISBURSEMENT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type DisbursementStatus = (typeof DISBURSEMENT_STATUSES)[number];
