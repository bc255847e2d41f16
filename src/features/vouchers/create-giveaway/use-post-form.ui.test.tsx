import 'fake-indexeddb/auto';
import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import {
  clearGiveawayDraft,
  readGiveawayDraft,
  writeDraftForm,
} from '../../../../local/giveaway-draft.ts';
import { render } from '../../../ui/test-render.ts';
import type { AmountForm } from '../create/amount-fields.tsx';
import type { VoucherFormOptions } from '../create/use-voucher-form.ts';
import { madeOf } from './draft.ts';
import { emptyGiveaway } from './giveaway-form.ts';
import { usePostForm, type PostFormParts } from './use-post-form.ts';

vi.mock('../create/use-voucher-form.ts', () => ({
  useVoucherForm: ({
    state: [values, setValues],
    check,
    send,
  }: VoucherFormOptions<string, AmountForm, unknown>) => ({
    form: {
      values,
      change: (next: object) => setValues({ ...values, ...next }),
      onSubmit: () => check.ok && send(check.order, { method: 'wallet' }),
      edit: () => undefined,
    },
  }),
}));
const server = vi.hoisted(() => ({ made: 0, paid: [] as string[] }));
vi.mock('../cover/use-cover.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  uploadThroughWorker: async () => {
    server.made += 1;
    return { ok: true, value: { ulid: `made-${server.made}` } };
  },
}));
vi.mock('../create/pay-voucher.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  payVoucher: async (_price: object, making: Promise<{ value: { ulid: string } }>) => {
    server.paid.push((await making).value.ulid);
    return { kind: 'checkout', url: 'https://checkout.example/1' };
  },
}));
vi.mock('../create/use-late-payment.ts', () => ({ useLatePayment: () => undefined }));

/** A tab with this draft; @returns what its form is now */
function openTab(draft: Parameters<typeof usePostForm>[1]): () => PostFormParts | undefined {
  let parts: PostFormParts | undefined;
  const Page = (): ReactElement => {
    parts = usePostForm('NGN', draft, () => undefined);
    return <p />;
  };
  render(<Page />);
  return () => parts;
}

test('what is written after starting over is not the giveaway that was made before', async () => {
  const made = { of: 'rice', ulid: '01JD7Q4KZX0V9T3B5M8R2W6Y1C' };
  const draft = { form: { ...emptyGiveaway('NGN'), amount: '1000', made }, cover: undefined };
  await writeDraftForm(draft.form);
  const parts = openTab(draft);
  const madeOfDraft = async () => madeOf((await readGiveawayDraft())?.form);
  act(() => parts()?.form.change({ amount: '2000' }));
  await vi.waitFor(async () => expect(await madeOfDraft()).toEqual(made));

  act(() => parts()?.clear());
  act(() => parts()?.form.change({ amount: '3000' }));
  await vi.waitFor(async () =>
    expect((await readGiveawayDraft())?.form).toMatchObject({ amount: '3000' }),
  );
  expect(await madeOfDraft()).toBeUndefined();
});

test('what is written in another tab leaves the giveaway that is being paid for here', async () => {
  const form = { ...emptyGiveaway('NGN'), amount: '1000' };
  const parts = openTab({ form, cover: undefined });
  const made = { of: 'rice', ulid: '01JD7Q4KZX0V9T3B5M8R2W6Y1C' };
  await writeDraftForm({ ...form, made });
  act(() => parts()?.form.change({ amount: '2000' }));
  await vi.waitFor(async () =>
    expect((await readGiveawayDraft())?.form).toMatchObject({ amount: '2000' }),
  );
  expect(madeOf((await readGiveawayDraft())?.form)).toEqual(made);
});

test('one draft that is posted in two tabs makes one giveaway', async () => {
  await clearGiveawayDraft();
  const form = { ...emptyGiveaway('NGN'), amount: '1000', firstViews: '50', secondViews: '100' };
  const file = new File(['rice'], 'rice.png', { type: 'image/png' });
  const draft = { form, cover: { file } };
  const post = (parts: ReturnType<typeof openTab>) =>
    act(async () => parts()?.form.onSubmit({} as never));
  const [one, other] = [openTab(draft), openTab(draft)];
  await post(one);
  await vi.waitFor(async () => expect(madeOf((await readGiveawayDraft())?.form)).toBeDefined());
  await post(other);
  await vi.waitFor(() => expect(server.paid).toHaveLength(2));
  expect([server.made, server.paid]).toEqual([1, ['made-1', 'made-1']]);
});

test('a new form could be posted as it is, and its thresholds follow the prize', async () => {
  await clearGiveawayDraft();
  const parts = openTab(undefined);
  expect(parts()?.form.values).toMatchObject({ amount: '100', secondViews: '40' });
  act(() => parts()?.form.change({ amount: '25000' }));
  await vi.waitFor(async () =>
    expect((await readGiveawayDraft())?.form).toMatchObject({
      amount: '25000',
      secondViews: '10000',
    }),
  );
});
