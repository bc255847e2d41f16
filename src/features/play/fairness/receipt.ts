import {
  type ReceiptClaims,
  RECEIPT_ALGORITHM,
  RECEIPT_TYPE,
} from '../../../../contract/fairness/commitment.ts';
import { readSealedRules } from '../../../../contract/fairness/sealed-rules.ts';
import type { ProofRow } from '../../../../local/rows.ts';
import type { ReceiptKeysAnswer } from '../../../../contract/fairness.ts';

interface ReceiptFinding {
  /** `contradicts`: the server signed one thing and published another. */
  readonly outcome: 'agrees' | 'contradicts' | 'open' | 'other-voucher';
  readonly says: string;
}

type Published = Pick<ProofRow, 'ulid' | 'rules' | 'code' | 'winning_guess_number' | 'entries'>;

export function judgeReceipt(receipt: ReceiptClaims, published: Published): ReceiptFinding {
  if (receipt.voucher !== published.ulid)
    return { outcome: 'other-voucher', says: 'It is of another voucher.' };
  if (published.code === null)
    return { outcome: 'open', says: 'Whether it was right shows when the voucher is over.' };
  return readSealedRules(published.rules)?.revealMethod === 'lottery'
    ? judgeEntry(receipt, published)
    : judgeGuess(receipt, published);
}

function judgeGuess(
  { number, code }: ReceiptClaims,
  { code: right, winning_guess_number: winning }: Published,
): ReceiptFinding {
  const isRight = code === right;
  const hasWon = number === winning;
  if (isRight && hasWon) return { outcome: 'agrees', says: 'This guess was right, and won.' };
  if (isRight)
    return {
      outcome: 'contradicts',
      says: 'This guess was right, but it was not the one that won.',
    };
  return hasWon
    ? { outcome: 'contradicts', says: 'The winning guess has this number, but another code.' }
    : { outcome: 'agrees', says: 'This guess was wrong.' };
}

function judgeEntry(receipt: ReceiptClaims, { code, entries }: Published): ReceiptFinding {
  if (entries === null)
    return { outcome: 'open', says: 'The entries of this lottery are not on this phone.' };
  const entry = entries.find(({ number }) => number === receipt.number);
  if (!entry) return { outcome: 'contradicts', says: 'This entry was not counted.' };
  if (entry.guess_code !== receipt.code || entry.created_at !== receipt.created_at)
    return { outcome: 'contradicts', says: 'Another entry was counted under this number.' };
  return receipt.code === code
    ? { outcome: 'agrees', says: 'This entry was right, and counted.' }
    : { outcome: 'agrees', says: 'This entry was counted. It was wrong.' };
}

export type VerifiedReceipt =
  | { readonly outcome: 'genuine'; readonly claims: ReceiptClaims }
  | { readonly outcome: 'unreadable' | 'unknown-key' | 'forged' }
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
