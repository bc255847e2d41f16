/**
 * How money on its way out of a wallet stands. `pending`: held, and not known yet whether it was taken ·
 * `processing`: it was, and the end is open · `completed`: delivered · `failed`: not delivered, and the money is
 * back in the wallet.
 */
export const DISBURSEMENT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type DisbursementStatus = (typeof DISBURSEMENT_STATUSES)[number];
