import { CODE_LENGTH } from '../contract/constants.ts';

/** The largest multiple of ten in a byte: what lies above would make 0 to 5 likelier than 6 to 9. */
const FAIR_BYTES = 250;

/** Random digits for a new payment voucher. `fill` replaces bytes by random ones. */
export function drawCode(
  fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let digits = '';
  while (digits.length < CODE_LENGTH) {
    const fair = fill(new Uint8Array(CODE_LENGTH)).filter((byte) => byte < FAIR_BYTES);
    digits += fair.map((byte) => byte % 10).join('');
  }
  return digits.slice(0, CODE_LENGTH);
}
