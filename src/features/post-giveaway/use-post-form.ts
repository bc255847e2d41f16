import { useEffect, useRef, useState } from 'react';

import type { Currency } from '../../../contract/money.ts';
import {
  clearGiveawayDraft,
  writeDraftCover,
  writeDraftForm,
  type GiveawayDraft,
} from '../../../local/giveaway-draft.ts';
import {
  NO_PAYMENT,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentErrors,
  type PaymentForm,
} from '../../domain/payments/payment-choice.ts';
import { filesOf, useCover, type Cover } from '../../domain/vouchers/cover/use-cover.ts';
import { uploadThroughWorker } from '../../domain/vouchers/cover/upload-through-worker.ts';
import { serverErrors, withoutErrors } from '../../domain/vouchers/create/field-errors.ts';
import {
  useCreateAndPay,
  type CreateState,
  type VoucherToCreate,
} from '../../domain/vouchers/create/use-create-and-pay.ts';
import {
  usePaymentForm,
  type PaymentFormParts,
} from '../../domain/vouchers/create/use-payment-form.ts';
import type { GiveawayFields } from '../../../contract/vouchers.ts';
import type { CoverFiles } from '../../../workers/voucher-form.ts';
import { restoreForm } from './draft-form.ts';
import {
  checkGiveaway,
  emptyGiveaway,
  FIELD_OF,
  type GiveawayErrors,
  type GiveawayForm,
} from './giveaway-form.ts';
import { faultsIn, type Step } from './steps.ts';

export type PostErrors = GiveawayErrors & PaymentErrors;

/** Most creators pay from the wallet; it is also the only method that is known without the network. */
const FROM_WALLET: PaymentForm = { ...NO_PAYMENT, methodId: WALLET_METHOD };

/** Once it is paid, or made and being paid elsewhere, it is no draft any more. */
const EVENTS = { onLeaving: () => void clearGiveawayDraft() } as const;

export interface PostFormParts extends PaymentFormParts {
  readonly form: GiveawayForm;
  readonly errors: PostErrors;
  readonly change: (next: Partial<GiveawayForm>) => void;
  readonly cover: Cover;
  readonly chooseCover: (file: File | undefined) => void;
  readonly state: CreateState;
  /** Looks at one step alone. @returns what is wrong with it, which is then said at its fields */
  readonly checkStep: (step: Step) => Partial<PostErrors>;
  /** Posts and pays. @returns what is wrong instead */
  readonly post: () => PostErrors;
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
export function usePostForm(currency: Currency, draft: GiveawayDraft | undefined): PostFormParts {
  const [form, setForm] = useState(() => restoreForm(draft?.form, emptyGiveaway(currency)));
  const [found, setFound] = useState<PostErrors>({});
  const { cover, choose } = useCover(leftCover(draft));
  const { state, create } = useCreateAndPay(EVENTS);
  useDraftCover(cover);
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const coverError = cover.phase === 'refused' ? { cover: cover.problem } : {};
  const errors = { ...serverErrors(FIELD_OF, failure?.fields), ...found, ...coverError };
  const payment = usePaymentForm({
    purpose: 'giveaway',
    voucher: form,
    initial: FROM_WALLET,
    errors,
    onChange: () => setFound(withoutErrors(found, PAYMENT_FIELDS)),
  });

  const change = (next: Partial<GiveawayForm>): void => {
    const changed = { ...form, ...next };
    setForm(changed);
    // What is on its way to the server is no draft any more.
    if (state.phase === 'editing') void writeDraftForm(changed);
    // The currency decides how one can pay.
    const affected = 'currency' in next ? PAYMENT_FIELDS : [];
    setFound(withoutErrors(found, [...Object.keys(next), ...affected]));
  };
  const check = () => checkGiveaway(form, filesOf(cover)?.file, Date.now());
  const checkStep = (step: Step): Partial<PostErrors> => {
    const giveaway = check();
    const faults = faultsIn({ ...(!giveaway.ok && giveaway.errors), ...coverError }, step);
    setFound({ ...withoutErrors(found, Object.keys(faultsIn(found, step))), ...faults });
    return faults;
  };
  const post = (): PostErrors => {
    const giveaway = check();
    // What the device knows of the wallet may be old, so the server judges whether it is enough.
    const paid = payment.check(false);
    const next: PostErrors = {
      ...(!giveaway.ok && giveaway.errors),
      ...(!paid.ok && paid.errors),
      ...coverError,
    };
    setFound(next);
    if (giveaway.ok && paid.ok && cover.phase !== 'refused') {
      void create(toCreate(giveaway.fields, filesOf(cover)), paid.choice);
    }
    return next;
  };
  const chooseCover = (file: File | undefined): void => {
    setFound(withoutErrors(found, ['cover']));
    void choose(file);
  };
  const clear = (): void => {
    setForm(emptyGiveaway(currency));
    setFound({});
    void choose(undefined);
    void clearGiveawayDraft();
  };
  return { form, errors, change, cover, chooseCover, state, checkStep, post, clear, ...payment };
}
