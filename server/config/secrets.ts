import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash as digest,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What the server does with its keys: encrypts codes, hashes them for look-up, salts addresses. */
export interface Secrets {
  /**
   * AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. `context` is authenticated, so a value cannot be moved to
   * another row.
   */
  encrypt(plain: string | Buffer, context: string): Buffer;
  /** @throws when the value was altered, belongs to another context, or is sealed with a key that is not here. */
  decrypt(sealed: Buffer, context: string): Buffer;
  /** Keyed hash for look-up, hex. */
  lookupHash(value: string, context: string): string;
  /** The same under each key, the one that writes first: what may stand in a row while a secret is rotated. */
  lookupHashes(value: string, context: string): string[];
  /** Keyed hash that names its key, to recognise a request by: `{key id}.{hex}`. */
  fingerprint(request: string): string;
  /** Whether a fingerprint is this request's; undefined when it names no key of ours, and nothing can be said. */
  isFingerprintOf(fingerprint: string, request: string): boolean | undefined;
}

/** The keys of one node: those of its secret, and of the former ones that it still reads. */
export interface Keyring extends Secrets {
  /** What the keys are called in the database; the first belongs to `GOODIES_SECRET`. Tells nothing of the secret. */
  readonly keyIds: readonly [string, ...string[]];
  /** Whether a sealed value needs no other key than the one that writes. */
  isCurrent(sealed: Buffer, context: string): boolean;
  /** Writes with this key from now on. @throws for one that is not here. */
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

/**
 * @param secret key material of any length from 32 characters; writes, until `writeWith` names another.
 * @param formerSecrets are read only.
 */
export function createSecrets(secret: string, formerSecrets: readonly string[] = []): Keyring {
  const first = deriveKey(secret);
  const keys = [first, ...formerSecrets.map(deriveKey)];
  let writing = first;
  const writingFirst = (): readonly Key[] => [writing, ...keys.filter((key) => key !== writing)];
  const hash = (key: Key, value: string, context: string): string =>
    hmac(key.lookUp, `${context}\n${value}`);
  return {
    keyIds: [first.id, ...keys.slice(1).map(({ id }) => id)],
    encrypt: (plain, context) => seal(writing.cipher, plain, context),
    decrypt(sealed, context) {
      for (const key of writingFirst()) {
        const plain = open(key.cipher, sealed, context);
        if (plain) return plain;
      }
      throw new Error('a sealed value cannot be opened with the keys of this server');
    },
    lookupHash: (value, context) => hash(writing, value, context),
    lookupHashes: (value, context) => writingFirst().map((key) => hash(key, value, context)),
    fingerprint: (request) => `${writing.id}.${hmac(writing.requests, request)}`,
    isFingerprintOf(fingerprint, request) {
      const [id = '', given = ''] = fingerprint.split('.');
      const key = keys.find((known) => known.id === id);
      return key && equalInConstantTime(hmac(key.requests, request), given);
    },
    isCurrent: (sealed, context) => open(writing.cipher, sealed, context) !== undefined,
    writeWith(keyId) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key) throw new Error('a key that is not here cannot write');
      writing = key;
    },
  };
}

const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

function seal(key: Buffer, plain: string | Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** undefined when the tag is not that of this key and context. */
function open(key: Buffer, sealed: Buffer, context: string): Buffer | undefined {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** A new bearer token or mail token: 32 random bytes, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** How a token stands in the database. A fast hash is enough for 256 random bits. */
export const tokenHash = (token: string): string => digest('sha256', token, 'hex');

/** Equality in a time that does not depend on where two texts differ; how long they are is no secret. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
