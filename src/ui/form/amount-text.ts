import { withAsciiDigits } from '../../../contract/plain-text.ts';

/** The sign of another currency makes the text invalid. */
const SIGNS: Readonly<Record<string, string>> = {
  NGN: 'ngn|naira|₦|n|#',
  GHS: 'ghs|ghc|gh[₵¢]|cedis?|₵|¢',
  KES: '(?:kes|kshs?|shs?)\\.?|shillings?',
  USD: 'usd|us ?dollars?|dollars?|us\\$|\\$',
};

const PLAIN = /^\d*(?:\.\d*)?$/;
/** Groups of three digits by commas or spaces, then the cents. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d*)?$/;

function withoutSign(text: string, currency: string): string {
  const sign = SIGNS[currency] ?? '(?!)';
  return text
    .replace(new RegExp(`^(?:${sign}) ?`, 'i'), '')
    .replace(new RegExp(` ?(?:${sign}|/[-=])$`, 'i'), '');
}

/**
 * Converts typed text to a decimal in major units ('1500.5'). Ambiguous text ('1500,50', '2.500',
 * '1e5') stays as it is, and the form refuses it. @param decimals places after the point
 */
export function cleanAmount(typed: string, decimals: 0 | 2, currency = ''): string {
  const text = withAsciiDigits(typed).replaceAll('٬', ',').replaceAll('٫', '.');
  const visible = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = withoutSign(visible, currency);
  if (!PLAIN.test(bare) && !GROUPED.test(bare)) return typed;
  const [whole = '', fraction] = bare.replaceAll(/[, ]/g, '').split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  if (fraction === undefined) return trimmed;
  if (fraction.length > 2 || (decimals === 0 && Number(fraction) > 0)) return typed;
  return `${trimmed || '0'}.${fraction}`;
}

/** Removes the field's own commas after an edit: '12,50' is 1250 if '12,500' was shown before. */
export function editAmount(
  shown: string,
  typed: string,
  decimals: 0 | 2,
  currency: string,
): string {
  let start = 0;
  while (start < typed.length && shown[start] === typed[start]) start += 1;
  let end = typed.length;
  for (
    let at = shown.length;
    end > start && at > start && shown[at - 1] === typed[end - 1];
    at -= 1
  )
    end -= 1;
  const inserted = typed.slice(start, end);
  const hasDrawnCommas = groupAmount(shown.replaceAll(',', '')) === shown;
  const isOneKey = /^[\d.]?$/.test(withAsciiDigits(inserted));
  return cleanAmount(
    hasDrawnCommas && isOneKey ? typed.replaceAll(',', '') : typed,
    decimals,
    currency,
  );
}

/** Groups thousands: '12500.5' becomes '12,500.5'; other text stays as it is. */
export function groupAmount(amount: string): string {
  if (!PLAIN.test(amount)) return amount;
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The caret position after regrouping, with commas not counted. */
export function caretAfterGrouping(typed: string, caret: number, shown: string): number {
  const significant = typed.slice(0, caret).replaceAll(',', '').length;
  let position = 0;
  for (let seen = 0; position < shown.length && seen < significant; position += 1) {
    if (shown[position] !== ',') seen += 1;
  }
  return position;
}
