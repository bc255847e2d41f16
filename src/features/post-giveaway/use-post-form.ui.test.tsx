import 'fake-indexeddb/auto';
import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { readGiveawayDraft, writeDraftForm } from '../../../local/giveaway-draft.ts';
import { render } from '../../ui/test-render.ts';
import { madeOf } from './draft-form.ts';
import { emptyGiveaway } from './giveaway-form.ts';
import { usePostForm, type PostFormParts } from './use-post-form.ts';

vi.mock('../../domain/vouchers/create/use-voucher-form.ts', () => ({
  useVoucherForm: () => ({
    formErrors: { edit: () => undefined, errors: {} },
    paid: { ok: false },
  }),
}));
vi.mock('../../domain/payments/use-late-payment.ts', () => ({ useLatePayment: () => undefined }));

test('what is written after starting over is not the giveaway that was made before', async () => {
  let parts: PostFormParts | undefined;
  const made = { of: 'rice', ulid: '01JD7Q4KZX0V9T3B5M8R2W6Y1C' };
  const draft = { form: { ...emptyGiveaway('NGN'), amount: '1000', made }, cover: undefined };
  await writeDraftForm(draft.form);
  const Page = (): ReactElement => {
    parts = usePostForm('NGN', draft, () => undefined);
    return <p />;
  };
  render(<Page />);
  const madeOfDraft = async () => madeOf((await readGiveawayDraft())?.form);
  act(() => parts?.change({ amount: '2000' }));
  await vi.waitFor(async () => expect(await madeOfDraft()).toEqual(made));

  act(() => parts?.clear());
  act(() => parts?.change({ amount: '3000' }));
  await vi.waitFor(async () =>
    expect((await readGiveawayDraft())?.form).toMatchObject({ amount: '3000' }),
  );
  expect(await madeOfDraft()).toBeUndefined();
});

test('what is written in another tab leaves the giveaway that is being paid for here', async () => {
  let parts: PostFormParts | undefined;
  const form = { ...emptyGiveaway('NGN'), amount: '1000' };
  const Page = (): ReactElement => {
    parts = usePostForm('NGN', { form, cover: undefined }, () => undefined);
    return <p />;
  };
  render(<Page />);
  const made = { of: 'rice', ulid: '01JD7Q4KZX0V9T3B5M8R2W6Y1C' };
  await writeDraftForm({ ...form, made });
  act(() => parts?.change({ amount: '2000' }));
  await vi.waitFor(async () =>
    expect((await readGiveawayDraft())?.form).toMatchObject({ amount: '2000' }),
  );
  expect(madeOf((await readGiveawayDraft())?.form)).toEqual(made);
});
