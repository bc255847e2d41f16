import { useEffect, useRef, useState } from 'react';

import type { Currency } from '../../../../contract/money.ts';
import {
  clearGiveawayDraft,
  readGiveawayDraft,
  writeDraftCover,
  writeDraftForm,
  type GiveawayDraft,
} from '../../../../local/giveaway-draft.ts';
import {
  NO_PAYMENT,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentErrors,
  type PaymentForm,
} from '../../../shared/payments/payment-choice.ts';
import { filesOf, useCover, type Cover, uploadThroughWorker } from '../cover/use-cover.ts';
import {
  useCreateAndPay,
  type CreateState,
  type VoucherToCreate,
} from '../create/use-create-and-pay.ts';
import { useVoucherForm, type VoucherFormParts } from '../create/use-voucher-form.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { saidOfFields, type Reach } from '../../../platform/form/use-form-errors.ts';
import type { GiveawayFields } from '../../../../contract/vouchers.ts';
import type { CoverFiles } from '../../../../workers/upload.ts';
import { madeOf, restoreForm, type LeftForm } from './draft.ts';
import {
  checkGiveaway,
  emptyGiveaway,
  FIELD_OF,
  GIVEAWAY_FIELDS,
  type GiveawayErrors,
  type GiveawayField,
  type GiveawayForm,
} from './giveaway-form.ts';

export type PostErrors = GiveawayErrors & PaymentErrors;

/** Most creators pay from the wallet; it is also the only method that is known without the network. */
const FROM_WALLET: PaymentForm = { ...NO_PAYMENT, methodId: WALLET_METHOD };

/** How often the time that a giveaway's moments are judged by goes on. */
const TICK_MS = 60_000;

export interface PostFormParts extends VoucherFormParts<GiveawayField> {
  readonly form: GiveawayForm;
  readonly errors: PostErrors;
  readonly change: (next: Partial<GiveawayForm>) => void;
  readonly cover: Cover;
  readonly chooseCover: (file: File | undefined) => void;
  readonly state: CreateState;
  /** Posts and pays, or shows what is wrong. */
  readonly post: () => void;
  readonly clear: () => void;
}

/** The cover as it was left. */
const leftCover = (draft: GiveawayDraft | undefined): Cover | undefined =>
  draft?.cover && { phase: 'ready', original: draft.cover.file, ...draft.cover };

/** Keeps a chosen cover on the device while it is not posted. */
function useDraftCover(cover: Cover): void {
  const kept = useRef(cover);
  useEffect(() => {
    if (kept.current === cover) return;
    kept.current = cover;
    if (cover.phase === 'ready' || cover.phase === 'none') void writeDraftCover(filesOf(cover));
  }, [cover]);
}

const toCreate = (fields: GiveawayFields, files: CoverFiles | undefined): VoucherToCreate => ({
  amount: fields.amount,
  currency: fields.currency,
  identity: JSON.stringify([fields, files?.file.name, files?.file.size, files?.file.lastModified]),
  send: (payment, onProgress) =>
    uploadThroughWorker(
      (worker, tell) => worker.createGiveaway({ ...fields, ...payment }, files, tell),
      onProgress,
    ),
});

/** What stands in the form, what is wrong with it, and what sending it does. */
export function usePostForm(
  currency: Currency,
  draft: GiveawayDraft | undefined,
  reach: Reach<string>,
): PostFormParts {
  const [form, setForm] = useState(() => restoreForm(draft?.form, emptyGiveaway(currency)));
  const { cover, choose } = useCover(leftCover(draft));
  useDraftCover(cover);
  const giveaway = checkGiveaway(form, useNow(TICK_MS).getTime());
  // A file that is none is said at once, where it was chosen.
  const coverError = cover.phase === 'refused' ? { cover: cover.problem } : {};
  const parts = useVoucherForm({
    purpose: 'giveaway',
    voucher: form,
    fields: GIVEAWAY_FIELDS,
    wrong: { ...(!giveaway.ok && giveaway.errors), ...coverError },
    payment: FROM_WALLET,
    // What the device knows of the wallet may be old, so the server judges whether it is enough.
    isWalletJudged: false,
    reach,
  });
  const { paid, formErrors } = parts;
  const keep = (left: LeftForm): void => void writeDraftForm(left);
  const { state, create, forget } = useCreateAndPay({
    made: madeOf(draft?.form),
    readMade: async () => madeOf((await readGiveawayDraft())?.form),
    onMade: (made) => keep({ ...form, made }),
    onOver: () => keep({ ...form, made: undefined }),
    // Whoever comes back from a checkout without having paid finds what they wrote.
    onPaid: () => void clearGiveawayDraft(),
    onFailed: (failure) => formErrors.refuse(failure, saidOfFields(FIELD_OF, failure)),
  });

  const change = (next: Partial<GiveawayForm>): void => {
    const changed = { ...form, ...next };
    setForm(changed);
    // What is on its way to the server is no draft any more.
    if (state.phase === 'editing') keep(changed);
    // The currency decides how one can pay.
    const affected = 'currency' in next ? PAYMENT_FIELDS : [];
    formErrors.edit(...Object.keys(next), ...affected);
  };
  const post = (): void => {
    if (!formErrors.check() || !giveaway.ok || !paid.ok) return;
    void create(toCreate(giveaway.fields, filesOf(cover)), paid.choice);
  };
  const chooseCover = (file: File | undefined): void => {
    formErrors.edit('cover');
    void choose(file);
  };
  const clear = (): void => {
    setForm(emptyGiveaway(currency));
    forget();
    formErrors.edit(...GIVEAWAY_FIELDS, ...PAYMENT_FIELDS);
    void choose(undefined);
    void clearGiveawayDraft();
  };
  const errors = { ...formErrors.errors, ...coverError };
  return { ...parts, form, errors, change, cover, chooseCover, state, post, clear };
}
