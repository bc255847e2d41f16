import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  createSecrets,
  equalInConstantTime,
  newToken,
  storedSecret,
  tokenHash,
} from './secrets.ts';

const secrets = createSecrets('a-secret-of-at-least-thirty-two-characters');

describe('encrypted values', () => {
  it('come back, look different each time, and are not the text', () => {
    const one = secrets.encrypt('4810217536925', 'voucher:1');
    const two = secrets.encrypt('4810217536925', 'voucher:1');
    expect(secrets.decrypt(one, 'voucher:1').toString()).toBe('4810217536925');
    expect(one.equals(two)).toBe(false);
    expect(one.includes('4810217536925')).toBe(false);
  });

  it('cannot be moved to another row, altered, or read with another key', () => {
    const encrypted = secrets.encrypt('4810217536925', 'voucher:1');
    expect(() => secrets.decrypt(encrypted, 'voucher:2')).toThrow();
    const altered = Buffer.from(encrypted);
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
    expect(() => secrets.decrypt(altered, 'voucher:1')).toThrow();
    const other = createSecrets('another-secret-of-at-least-32-characters');
    expect(() => other.decrypt(encrypted, 'voucher:1')).toThrow();
  });
});

describe('two keys', () => {
  const OLD = 'a-secret-of-at-least-thirty-two-characters';
  const NEW = 'the-secret-that-is-to-take-its-place-now';

  it('are both read, and one of them writes', () => {
    const both = createSecrets(NEW, [OLD]);
    const encrypted = secrets.encrypt('4810217536925', 'voucher:1');
    expect(both.decrypt(encrypted, 'voucher:1').toString()).toBe('4810217536925');
    expect(both.isCurrent(encrypted, 'voucher:1')).toBe(false);
    expect(() => createSecrets(NEW).decrypt(encrypted, 'voucher:1')).toThrow('cannot be decrypted');
    const [now, before] = both.lookupHashes('1', 'code');
    expect([now, before]).toEqual([both.lookupHash('1', 'code'), secrets.lookupHash('1', 'code')]);
    both.writeWith(secrets.keyIds[0]);
    expect(both.isCurrent(encrypted, 'voucher:1')).toBe(true);
    expect(both.lookupHash('1', 'code')).toBe(before);
    expect(() => both.writeWith('unknown')).toThrow();
  });

  it('are named by a fingerprint, which is no hash that can be computed without them', () => {
    const mark = secrets.fingerprint('a body');
    expect(mark).toMatch(/^[0-9a-f]{12}\.[0-9a-f]{64}$/);
    const both = createSecrets(NEW, [OLD]);
    expect(both.isFingerprintOf(mark, 'a body')).toBe(true);
    expect(both.isFingerprintOf(mark, 'another')).toBe(false);
    expect(createSecrets(NEW).isFingerprintOf(mark, 'a body')).toBeUndefined();
    expect(secrets.isFingerprintOf('', 'a body')).toBeUndefined();
  });
});

describe('hashes and tokens', () => {
  it('hashes for look-up depend on the value, its context and the key', () => {
    const hash = secrets.lookupHash('1', 'code');
    expect(secrets.lookupHash('1', 'code')).toBe(hash);
    expect(secrets.lookupHash('2', 'code')).not.toBe(hash);
    expect(secrets.lookupHash('1', 'guess')).not.toBe(hash);
  });

  it('makes tokens of 32 bytes that are stored only as a hash', () => {
    const token = newToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('compares texts of any length', () => {
    expect(equalInConstantTime('4810', '4810')).toBe(true);
    expect(equalInConstantTime('4810', '481')).toBe(false);
  });
});

describe('the stored secret', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'goodies-secret-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is created once', () => {
    const made = storedSecret(dataDir);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(storedSecret(dataDir)).toBe(made);
  });

  it.each(['', '4f1c'])('is refused if only %j of it was written', (stored) => {
    writeFileSync(join(dataDir, 'secret'), stored);
    expect(() => storedSecret(dataDir)).toThrow(join(dataDir, 'secret'));
  });
});
