import { expect, test } from 'vitest';
import type { PaymentMethod } from '../../../contract/wallet.ts';
import { formAgain, NO_PAYMENT } from './payment-choice.ts';

const method = (id: string, isDefault = false): PaymentMethod => ({
  id,
  value: id,
  name: id,
  icon: 'landmark',
  providers: [],
  default_for_region: isDefault,
  provider: null,
});
const METHODS = [method('paystack'), method('mobile_money', true)];
const entered = { processor: 'mobile_money', provider: 'mtn', phone: '0241234567' };

test('the same again is all that was entered', () => {
  expect(formAgain(entered, 'same', METHODS)).toEqual({
    methodId: 'mobile_money',
    provider: 'mtn',
    phone: '0241234567',
  });
});

test('another way is another method, the own of the region first', () => {
  const form = { provider: '', phone: '0241234567' };
  expect(formAgain(entered, 'another', METHODS)).toEqual({ ...form, methodId: 'paystack' });
  const byCard = { ...entered, processor: 'paystack' };
  expect(formAgain(byCard, 'another', METHODS)).toEqual({ ...form, methodId: 'mobile_money' });
  const only = METHODS.slice(1);
  expect(formAgain(entered, 'another', only)).toEqual({ ...form, methodId: '' });
});

test('another way is never the wallet, which was not chosen before', () => {
  const byCard = { ...entered, processor: 'paystack' };
  const methods = [method('wallet', true), method('paystack'), method('flutterwave')];
  expect(formAgain(byCard, 'another', methods).methodId).toBe('flutterwave');
  expect(formAgain(byCard, 'another', methods.slice(0, 2)).methodId).toBe('');
});

test('what is not known any more, or not offered, is chosen anew', () => {
  expect(formAgain(undefined, 'same', METHODS)).toEqual(NO_PAYMENT);
  expect(formAgain({ ...entered, processor: 'mpesa' }, 'same', METHODS)).toEqual(NO_PAYMENT);
});
