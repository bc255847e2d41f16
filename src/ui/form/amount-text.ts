import { withAsciiDigits } from '../../../contract/plain-text.ts';

/** How people write a currency beside an amount; that of another currency makes the amount another one. */
const SIGNS: Readonly<Record<string, string>> = {
  NGN: 'ngn|naira|₦|n|#',
  GHS: 'ghs|ghc|gh[₵¢]|cedis?|₵|¢',
  KES: '(?:kes|kshs?|shs?)\\.?|shillings?',
  USD: 'usd|us ?dollars?|dollars?|us\\$|\\$',
};

const PLAIN = /^\d*(?:\.\d*)?$/;
/** Groups of three by commas, or by spaces; then the cents. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d*)?$/;

function withoutSign(text: string, currency: string): string {
  const sign = SIGNS[currency] ?? '(?!)';
  return text
    .replace(new RegExp(`^(?:${sign}) ?`, 'i'), '')
    .replace(new RegExp(` ?(?:${sign}|/[-=])$`, 'i'), '');
}

/**
 * Reads what a person typed or pasted into a field for money. The answer is a plain decimal text in major units
 * ('1500.5') where the text can only mean one amount, else the text as it stands, which `amountOf` reads as no amount:
 * a form refuses it in words.
 *
 * A comma or a space groups thousands and a point begins the cents, as in English: '1,500', '12 500' and
 * '1,234,567.50' are what they say. '1500,50', '12,5', '2.500' (two thousand five hundred to some, two and a half to
 * others), '1e5', '-5' and '5k' are refused. Digits of every script are taken, and the field's currency beside them.
 * @param decimals places after the point that the field takes; zeros are taken in any field
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

/**
 * What a field for money holds after an edit. The commas that the field drew itself mean nothing: '12,50' is 1250
 * where it was '12,500' before the last digit was deleted.
 * @param shown what the field showed before
 * @param typed what it shows now
 */
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

/** Groups the thousands of a cleaned amount: '12500.5' → '12,500.5'. What is no amount stays as it was typed. */
export function groupAmount(amount: string): string {
  if (!PLAIN.test(amount)) return amount;
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Where the caret belongs after regrouping: behind as many characters as before it, commas left out. */
export function caretAfterGrouping(typed: string, caret: number, shown: string): number {
  const significant = typed.slice(0, caret).replaceAll(',', '').length;
  let position = 0;
  for (let seen = 0; position < shown.length && seen < significant; position += 1) {
    if (shown[position] !== ',') seen += 1;
  }
  return position;
}
