import { expiryText } from '../expiry/expiry-form.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { formatClock, formatDay } from '../../../ui/text/format-time.ts';
import { maskCode } from '../../../../contract/vouchers/voucher-code.ts';
import type { GiveawayForm } from './giveaway-form.ts';

/** Stands for a digit that is drawn when the giveaway is posted: an empty flap. */
const NOT_DRAWN = '\u00a0';
/** In an order that spreads them, whatever their number. */
const HIDDEN_PLACES = [2, 7, 4, 11];

/** A code as it may look: the server alone draws which digits are hidden, and all of them where there is no own one. */
export function previewCode(own: string, maskedDigits: 4 | 2, length: number): string {
  const code = own.padEnd(length, NOT_DRAWN).slice(0, length);
  return maskCode(code, HIDDEN_PLACES.slice(0, maskedDigits));
}

const momentText = (opensAt: string): string => {
  const at = new Date(opensAt);
  return Number.isNaN(at.getTime()) ? '…' : `${formatDay(at)}, ${formatClock(at)}`;
};

function revealFacts(form: GiveawayForm): readonly string[] {
  switch (form.method) {
    case 'views': {
      const next = form.maskedDigits === 4 ? form.firstViews : form.secondViews;
      const target = next === '' ? '…' : formatCount(Number(next));
      return [`0 / ${target} views`, `Next digit at ${target}`];
    }
    case 'time':
      return [`Next digit on ${momentText(form.opensAt)}`];
    case 'lottery':
      return ['Lottery', `Draw ${momentText(form.opensAt)}`];
    default:
      return form.method satisfies never;
  }
}

/** What will stand under the code. */
export function previewFacts(form: GiveawayForm): readonly string[] {
  const until = form.method === 'lottery' ? undefined : expiryText(form);
  return until === undefined ? revealFacts(form) : [...revealFacts(form), until];
}
