import type { ReceiptKeysAnswer } from '../../../../contract/fairness.ts';
import {
  RECEIPT_ALGORITHM,
  RECEIPT_TYPE,
  type ReceiptClaims,
} from '../../../../contract/fairness/receipt.ts';

/** What became of checking a text that was said to be a receipt. */
export type VerifiedReceipt =
  | { readonly outcome: 'genuine'; readonly claims: ReceiptClaims }
  /** No receipt, or a damaged one. */
  | { readonly outcome: 'unreadable' }
  /** Of a key that is not published. */
  | { readonly outcome: 'unknown-key' }
  /** Changed, or not signed with the key that it names. */
  | { readonly outcome: 'forged' }
  /** This browser knows no Ed25519, or lends no cryptography to a page without TLS. */
  | { readonly outcome: 'unsupported' };

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes of base64url; undefined for what no encoder writes: a signature has one text alone. */
function decode(text: string): Bytes | undefined {
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    const binary = atob(base64);
    if (btoa(binary).replaceAll('=', '') !== base64) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decodeJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decode(text);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function claimsOf(fields: Readonly<Record<string, unknown>>): ReceiptClaims | undefined {
  const { iss, voucher, number, code, created_at: createdAt } = fields;
  return typeof iss === 'string' &&
    typeof voucher === 'string' &&
    typeof number === 'number' &&
    typeof code === 'string' &&
    typeof createdAt === 'string'
    ? { iss, voucher, number, code, created_at: createdAt }
    : undefined;
}

/** undefined where this browser cannot say. */
async function isSigned(x: string, signature: Bytes, signed: Bytes): Promise<boolean | undefined> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    return undefined;
  }
}

/**
 * Whether a receipt of a guess was signed with a published key. The header chooses among those keys and nothing else:
 * the algorithm is ours, whatever it says.
 * @param text a compact JWS; spaces and line breaks do not matter
 */
export async function verifyReceipt(
  text: string,
  keys: ReceiptKeysAnswer['keys'],
): Promise<VerifiedReceipt> {
  const [protectedHeader = '', payload = '', signature = '', ...more] = text
    .replaceAll(/\s/g, '')
    .split('.');
  const header = decodeJson(protectedHeader);
  const claims = claimsOf(decodeJson(payload) ?? {});
  const bytes = decode(signature);
  if (!header || !claims || !bytes || more.length > 0) return { outcome: 'unreadable' };
  const { alg, typ, kid, crit } = header;
  if (alg !== RECEIPT_ALGORITHM || typ !== RECEIPT_TYPE || crit !== undefined)
    return { outcome: 'forged' };
  const key = keys.find((known) => known.kid === kid);
  if (!key) return { outcome: 'unknown-key' };
  const signed = new TextEncoder().encode(`${protectedHeader}.${payload}`);
  const isGenuine = await isSigned(key.x, bytes, signed);
  if (isGenuine === undefined) return { outcome: 'unsupported' };
  return isGenuine ? { outcome: 'genuine', claims } : { outcome: 'forged' };
}
