import type { Voucher } from '../../../contract/vouchers.ts';
import { formatExact, formatMoney } from '../../ui/text/format-money.ts';
import type { ShownVoucher } from './shown-voucher.ts';
import { isOver } from './voucher-reveal.ts';

export function statusLabel({
  status,
  is_used: isUsed,
}: Pick<Voucher, 'status' | 'is_used'>): string {
  return isUsed ? 'Used' : status.charAt(0).toUpperCase() + status.slice(1);
}

export function redeemedBy({
  purpose,
  is_used: isUsed,
  winner,
}: Pick<Voucher, 'purpose' | 'is_used' | 'winner'>): string | undefined {
  return purpose === 'payment' && isUsed && winner ? `Redeemed by @${winner.username}` : undefined;
}

const paymentTitle = ({ amount, currency, is_used: isUsed, status }: ShownVoucher): string => {
  const title = `${formatExact(amount, currency)} payment voucher`;
  if (isUsed) return `${title}: used`;
  return status === 'active' ? title : `${title}: expired`;
};

export const voucherTitle = (voucher: ShownVoucher): string => {
  if (voucher.purpose === 'payment') return paymentTitle(voucher);
  const prize = formatMoney(voucher.amount, voucher.currency);
  if (!isOver(voucher)) return `Win ${prize}: guess the hidden digits`;
  return voucher.winner || voucher.winners_count ? `${prize} won` : `${prize}: nobody won`;
};

export const voucherPageTitle = (voucher: ShownVoucher): string =>
  `${voucherTitle(voucher)} · @${voucher.creator}`;
