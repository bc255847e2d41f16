/** A voucher's link; with the sharer's referral code, visits by it earn them coins. */
export function voucherLink(origin: string, ulid: string, referralCode?: string): string {
  const link = `${origin}/v/${ulid}`;
  return referralCode ? `${link}?ref=${encodeURIComponent(referralCode)}` : link;
}
