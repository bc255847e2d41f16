import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash as digest,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encrypts codes, hashes them for look-up and salts addresses. */
export interface Secrets {
  /** AES-256-GCM; `context` is authenticated, so a value cannot be moved to another row. */
  encrypt(plain: string | Buffer, context: string): Buffer;
  /** @throws if the value was altered, or belongs to another context or an unknown key */
  decrypt(encrypted: Buffer, context: string): Buffer;
  /** Keyed hash for look-up, hex. */
  lookupHash(value: string, context: string): string;
  /** The hash under each key, the writing key first, because a secret may be rotating. */
  lookupHashes(value: string, context: string): string[];
  /** Keyed hash that recognises a request: `{key id}.{hex}`. */
  fingerprint(request: string): string;
  /** undefined if the fingerprint names an unknown key */
  isFingerprintOf(fingerprint: string, request: string): boolean | undefined;
}

/** The keys of one node: those of its secret, and of former secrets that it still reads. */
export interface Keyring extends Secrets {
  /** Names in the database, which reveal nothing of a secret; the first belongs to `GOODIES_SECRET`. */
  readonly keyIds: readonly [string, ...string[]];
  /** Whether the writing key encrypted the value. */
  isCurrent(encrypted: Buffer, context: string): boolean;
  /** @throws for an unknown key */
  writeWith(keyId: string): void;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARS = 12;

interface Key {
  readonly id: string;
  readonly cipher: Buffer;
  readonly lookUp: Buffer;
  readonly requests: Buffer;
}

function deriveKey(secret: string): Key {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'goodies', purpose, 32));
  return {
    id: derive('key-id').toString('hex').slice(0, KEY_ID_CHARS),
    cipher: derive('codes'),
    lookUp: derive('look-up'),
    requests: derive('requests'),
  };
}

/** @param secret writes, until `writeWith` names another key @param formerSecrets only read */
export function createSecrets(secret: string, formerSecrets: readonly string[] = []): Keyring {
  const first = deriveKey(secret);
  const keys = [first, ...formerSecrets.map(deriveKey)];
  let writing = first;
  const writingFirst = (): readonly Key[] => [writing, ...keys.filter((key) => key !== writing)];
  const hash = (key: Key, value: string, context: string): string =>
    hmac(key.lookUp, `${context}\n${value}`);
  return {
    keyIds: [first.id, ...keys.slice(1).map(({ id }) => id)],
    encrypt: (plain, context) => encryptWith(writing.cipher, plain, context),
    decrypt(encrypted, context) {
      for (const key of writingFirst()) {
        const plain = decryptWith(key.cipher, encrypted, context);
        if (plain) return plain;
      }
      throw new Error('a value cannot be decrypted with the keys of this server');
    },
    lookupHash: (value, context) => hash(writing, value, context),
    lookupHashes: (value, context) => writingFirst().map((key) => hash(key, value, context)),
    fingerprint: (request) => `${writing.id}.${hmac(writing.requests, request)}`,
    isFingerprintOf(fingerprint, request) {
      const [id = '', given = ''] = fingerprint.split('.');
      const key = keys.find((known) => known.id === id);
      return key && equalInConstantTime(hmac(key.requests, request), given);
    },
    isCurrent: (encrypted, context) =>
      decryptWith(writing.cipher, encrypted, context) !== undefined,
    writeWith(keyId) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key) throw new Error('a key that is not here cannot write');
      writing = key;
    },
  };
}

const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

function encryptWith(key: Buffer, plain: string | Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** undefined for a value of another key or context */
function decryptWith(key: Buffer, encrypted: Buffer, context: string): Buffer | undefined {
  try {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = encrypted.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch {
    return undefined;
  }
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** A fast hash is enough for 256 random bits. */
export const tokenHash = (token: string): string => digest('sha256', token, 'hex');

export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A shorter text is what a full disk or a power cut left of the 64 written. */
const STORED_MIN_CHARS = 32;

/**
 * The generated secret of a folder, created once, because codes cannot be read without it.
 * @throws Error if the file holds only a part of one
 */
export function storedSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  if (existsSync(path)) {
    const stored = readFileSync(path, 'utf8').trim();
    if (stored.length >= STORED_MIN_CHARS) return stored;
    throw new Error(
      `${path} does not hold a whole secret: put back the one that it held, or delete it if nothing was stored yet`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  const secret = randomBytes(32).toString('hex');
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return secret;
}
