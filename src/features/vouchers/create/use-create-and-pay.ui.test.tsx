import { act, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ok, type Result } from '../../../../contract/result.ts';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { render } from '../../../ui/test-render.ts';
import {
  useCreateAndPay,
  type CreateEvents,
  type MadeVoucher,
  type VoucherToCreate,
} from './use-create-and-pay.ts';

const server = vi.hoisted(() => ({ paid: [] as string[], answers: [] as object[] }));
vi.mock('./pay-voucher.ts', () => ({
  payVoucher: async (_price: object, making: Promise<Result<MadeVoucher>>) => {
    const made = await making;
    if (made.ok) server.paid.push(made.value.ulid);
    return server.answers.shift() ?? { kind: 'paid' };
  },
}));
/** What the page waits for, and what it is told then. */
const late = vi.hoisted(() => ({
  ulid: undefined as string | undefined,
  tellPaid: (_ulid: string): void => undefined,
  comeBack: (): void => undefined,
}));
vi.mock('./use-late-payment.ts', () => ({
  useLatePayment: (ulid: string | undefined, onPaid: (ulid: string) => void) => {
    late.ulid = ulid;
    late.tellPaid = onPaid;
  },
}));
vi.mock('../../../shared/payments/checkout.ts', () => ({
  useCheckout: (onBack: () => void) => {
    late.comeBack = onBack;
    return () => undefined;
  },
}));

vi.mock('../../../platform/session/session.ts', () => ({
  readSession: async () => 'signed-in',
}));

const refused = (code: string): object => ({
  kind: 'failed',
  failure: { code, message: code, status: 409 },
});
const CHOICE = { method: 'wallet' };
let made = 0;
const voucher = (identity: string): VoucherToCreate => ({
  amount: 500,
  currency: 'NGN',
  identity,
  send: async () => {
    made += 1;
    const ulid = `made-${made}`;
    return ok({ id: made, ulid, status: 'pending', amount_due: 550, currency: 'NGN' });
  },
});

beforeEach(() => {
  made = 0;
  server.paid = [];
  server.answers = [];
});

let shown: Pick<ReturnType<typeof useCreateAndPay>, 'state' | 'forget'>;

/** A page that makes vouchers. */
function openPage(events: Partial<CreateEvents> = {}) {
  let create: ReturnType<typeof useCreateAndPay>['create'] | undefined;
  const Page = (): ReactElement => {
    const page = useCreateAndPay({ onFailed: () => undefined, ...events });
    create = page.create;
    shown = page;
    return <p />;
  };
  const { rerender } = render(<Page />);
  const begin = (identity: string) => create?.(voucher(identity), CHOICE);
  const pay = (identity: string) => act(async () => begin(identity));
  return Object.assign(pay, { begin, leave: () => rerender(null) });
}

it('pays for what was made by a page that is gone, and makes none again', async () => {
  server.answers = [refused('insufficient_funds')];
  const onMade = vi.fn();
  await openPage({ onMade })('rice');
  expect(onMade).toHaveBeenCalledWith({ of: 'rice', ulid: 'made-1' });

  await openPage({ made: { of: 'rice', ulid: 'made-1' } })('rice');
  expect([made, server.paid]).toEqual([1, ['made-1', 'made-1']]);
});

it('makes another where something else is wanted now', async () => {
  await openPage({ made: { of: 'rice', ulid: 'earlier' } })('beans');
  expect(server.paid).toEqual(['made-1']);
});

it('makes it anew where it was cancelled meanwhile', async () => {
  server.answers = [refused('voucher_not_active')];
  const create = openPage({ made: { of: 'rice', ulid: 'earlier' } });
  await create('rice');
  // Nothing is saved, and nothing of it is to be paid for.
  expect(shown.state).toEqual({ phase: 'editing', isMade: false });
  await create('rice');
  expect(server.paid).toEqual(['earlier', 'made-1']);
});

it('pays for what another tab has made of the same draft since, and makes no second one', async () => {
  const readMade = async () => ({ of: 'rice', ulid: 'of-the-other-tab' });
  await openPage({ readMade })('rice');
  expect([made, server.paid]).toEqual([0, ['of-the-other-tab']]);
  await openPage({ readMade })('beans');
  expect(server.paid).toEqual(['of-the-other-tab', 'made-1']);
});

it('makes it anew where what another tab has made of the draft is over', async () => {
  let left: MadeVoucher | undefined = { of: 'rice', ulid: 'of-the-other-tab' };
  server.answers = [refused('voucher_expired')];
  const readMade = async () => left;
  const create = openPage({ readMade, onOver: () => (left = undefined) });
  await create('rice');
  await create('rice');
  expect(server.paid).toEqual(['of-the-other-tab', 'made-1']);
});

it('says that it is paid once it is, and not where the browser leaves for a checkout', async () => {
  server.answers = [{ kind: 'checkout', url: 'https://checkout.example/1' }];
  const onPaid = vi.fn();
  await openPage({ onPaid })('rice');
  expect(onPaid).not.toHaveBeenCalled();
  await openPage({ onPaid })('rice');
  expect(onPaid).toHaveBeenCalledOnce();
});

it('finds out by itself that what a page that is gone has made was paid meanwhile', async () => {
  const onPaid = vi.fn();
  openPage({ made: { of: 'rice', ulid: 'earlier' }, onPaid });
  expect(late.ulid).toBe('earlier');
  act(() => late.tellPaid('earlier'));
  expect(onPaid).toHaveBeenCalledOnce();
});

it('finds out after the way back from a checkout that it was paid there', async () => {
  server.answers = [{ kind: 'checkout', url: 'https://checkout.example/1' }];
  const onPaid = vi.fn();
  await openPage({ onPaid })('rice');
  expect(late.ulid).toBeUndefined();
  act(() => late.comeBack());
  expect(late.ulid).toBe('made-1');
  act(() => late.tellPaid('made-1'));
  expect(onPaid).toHaveBeenCalledOnce();
});

it('no longer waits for what was made before once its writer starts over', () => {
  openPage({ made: { of: 'rice', ulid: 'earlier' } });
  act(() => shown.forget());
  expect(late.ulid).toBeUndefined();
});

it('tells who has left the page that what was made is not paid for', async () => {
  clearToasts();
  server.answers = [refused('insufficient_funds')];
  const page = openPage();
  const answered = page.begin('rice');
  page.leave();
  await act(async () => answered);
  expect(toasts.get()).toMatchObject([
    { kind: 'error', message: 'Payment: not done', detail: 'insufficient_funds' },
  ]);
});
