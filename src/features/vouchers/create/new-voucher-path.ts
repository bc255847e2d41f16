/** Names the voucher that was just paid for in the address of the list. */
const NEW_PARAMETER = 'new';

/** One's own vouchers, with what can be done with the new one laid over them. */
export const newVoucherPath = (ulid: string): string => `/my-vouchers?${NEW_PARAMETER}=${ulid}`;

/** Which voucher is new, from the query of that address. */
export const readNewVoucher = (query: URLSearchParams): string | undefined =>
  query.get(NEW_PARAMETER) ?? undefined;
