import { expect, it } from 'vitest';

import { readVoucherPath, repairVoucherPath, voucherNameIn } from './voucher-path.ts';

const ULID = '01JD7Q4KZX0V9T3B5M8R2W6Y1C';

it.each([
  `/v/${ULID}.`,
  `/v/${ULID})`,
  `/v/${ULID}.)`,
  `/v/${ULID}*`,
  `/v/${ULID}_`,
  `/v/${ULID}~`,
  `/v/${ULID}%20`,
  `/v/${ULID}%E2%80%8B`,
  `/v/${ULID}\u200B`,
  `/v/%E2%80%8B${ULID}`,
  `/v/${ULID}%22`,
  `/v/${ULID}/.`,
  `/V/${ULID}`,
])('%s leads to the voucher', (path) => {
  expect(repairVoucherPath(path, '?ref=ADA4')).toBe(`/v/${ULID}?ref=ADA4`);
});

it.each([
  [`/v/${ULID}&fbclid=1`, '', `/v/${ULID}?fbclid=1`],
  [`/v/${ULID}&ref=ADA4&fbclid=1`, '?utm=x', `/v/${ULID}?ref=ADA4&fbclid=1&utm=x`],
  [`/v/${ULID}%3Fref=ADA4`, '', `/v/${ULID}?ref=ADA4`],
  [`/LV/${ULID}.`, '', `/lv/${ULID}`],
  [`/V/${ULID.toLowerCase()}`, '', `/v/${ULID.toLowerCase()}`],
  ['/v/42.', '', '/v/42'],
  ['/v/0123456789012)', '', '/v/0123456789012'],
  [`/v/${ULID}&x=%0d%0aa`, '', `/v/${ULID}?x=%0d%0aa`],
  [`/v/${ULID}?ref=ADA4&a=b`, '', `/v/${ULID}?ref=ADA4&a=b`],
])('%s%s is repaired to %s', (path, search, repaired) => {
  expect(repairVoucherPath(path, search)).toBe(repaired);
});

it.each([`/v/${ULID}`, `/v/${ULID.toLowerCase()}/`, '/lv/7', '/v/0123456789012'])(
  '%s is right as it is',
  (path) => {
    expect(readVoucherPath(path)).toBeDefined();
    expect(repairVoucherPath(path, '?a=b')).toBeUndefined();
  },
);

it.each([
  '/',
  '/v',
  '/v/',
  '/v/x',
  '/v/x~',
  '/v/a-b',
  '/v/%',
  '/v/..%2Fwallet',
  '/v/99999999999',
  `/v/${ULID}/fairness`,
  `/v/${ULID}x`,
  `/x/${ULID}.`,
])('%s is no page of a voucher', (path) => {
  expect(readVoucherPath(path)).toBeUndefined();
  expect(repairVoucherPath(path, '')).toBeUndefined();
});

it.each([
  [`${ULID}.`, ULID],
  [`${ULID}%E2%80%8B`, ULID],
  ['42', '42'],
  ['x~', undefined],
])('%s names %s', (text, name) => {
  expect(voucherNameIn(text)).toBe(name);
});
