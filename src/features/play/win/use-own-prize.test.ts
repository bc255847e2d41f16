import { expect, test } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { ownPrize } from './use-own-prize.ts';

const winner = { username: 'kofi', avatar: null };

test('a share of a lottery is what was paid, whoever is named', () => {
  expect(ownPrize(sampleVoucher({ own_share: 333.34 }), 'kofi')).toBe(333.34);
});

test('the winner that a list names has won all of it', () => {
  expect(ownPrize(sampleVoucher({ winner }), 'kofi')).toBe(5_000);
});

test('nobody else has won anything', () => {
  expect(ownPrize(sampleVoucher({ winner }), 'ada')).toBeUndefined();
  expect(ownPrize(sampleVoucher({ winner }), undefined)).toBeUndefined();
  expect(ownPrize(sampleVoucher(), undefined)).toBeUndefined();
});
