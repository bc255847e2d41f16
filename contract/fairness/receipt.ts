/** `typ` of a receipt's header: what is signed says what it is, so that it is taken for nothing else (RFC 8725, 3.11). */
export const RECEIPT_TYPE = 'goodies-receipt+jwt';
/** `alg` of its header, over Ed25519 (RFC 8037). */
export const RECEIPT_ALGORITHM = 'EdDSA';

/** What a receipt of a guess says: that this code was accepted under this number, and when. No guesser is named. */
export interface ReceiptClaims {
  /** The server's public origin, which publishes the keys. */
  readonly iss: string;
  /** The voucher's ulid. */
  readonly voucher: string;
  /** As in the answer to the guess; one guess of a voucher has it. */
  readonly number: number;
  readonly code: string;
  /** ISO 8601, to the ms: the moment of acceptance, as a lottery publishes it. */
  readonly created_at: string;
}
