import type { AccountRow } from '../../../../local/rows.ts';

/** Whether a passkey stands in for the PIN, as far as the device knows. */
export const hasPasskey = (account: AccountRow | undefined): boolean =>
  (account?.passkeys?.length ?? 0) > 0;
