import { useEffect, useRef, useState } from 'react';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { Currency } from '../../../../contract/money.ts';
import {
  clearGiveawayDraft,
  readGiveawayDraft,
  writeDraftCover,
  writeDraftForm,
  type GiveawayDraft,
} from '../../../../local/giveaway-draft.ts';
import { PAYMENT_FIELDS } from '../../../shared/payments/payment-choice.ts';
import { filesOf, useCover, type Cover, uploadThroughWorker } from '../cover/use-cover.ts';
import { useCreateAndPay, type VoucherToCreate } from '../create/use-create-and-pay.ts';
import { useVoucherForm } from '../create/use-voucher-form.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { errorsIn, type Reach } from '../../../platform/form/use-form.ts';
import type { GiveawayFields } from '../../../../contract/vouchers.ts';
import type { CoverFiles } from '../../../../workers/upload.ts';
import { madeOf, restoreForm, type LeftForm } from './draft.ts';
import {
  checkGiveaway,
  FIELD_OF,
  followPrize,
  followStart,
  GIVEAWAY_FIELDS,
  newGiveaway,
} from './giveaway-form.ts';

const leftCover = (draft: GiveawayDraft | undefined): Cover | undefined =>
  draft?.cover && { phase: 'ready', original: draft.cover.file, ...draft.cover };

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

export function usePostForm(
  currency: Currency,
  draft: GiveawayDraft | undefined,
  reach: Reach<string>,
) {
  const [values, setValues] = useState(() =>
    restoreForm(draft?.form, newGiveaway(currency, Date.now())),
  );
  const { cover, choose } = useCover(leftCover(draft));
  useDraftCover(cover);
  const nowMs = useNow(MINUTE_MS).getTime();
  const giveaway = checkGiveaway(values, nowMs);
  const parts = useVoucherForm({
    purpose: 'giveaway',
    state: [
      values,
      (changed) => {
        const next = followStart(values, followPrize(values, changed), nowMs);
        setValues(next);
        // What is on its way to the server is no draft any more.
        if (state.phase === 'editing') keep(next);
      },
    ],
    fieldOf: FIELD_OF,
    check:
      cover.phase === 'refused'
        ? { ok: false, errors: { ...errorsIn(giveaway), cover: cover.problem } }
        : giveaway,
    send: (fields, choice) => void create(toCreate(fields, filesOf(cover)), choice),
    reach,
  });
  const { form } = parts;
  const keep = (left: LeftForm): void => void writeDraftForm(left);
  const { state, create, forget } = useCreateAndPay({
    made: madeOf(draft?.form),
    readMade: async () => madeOf((await readGiveawayDraft())?.form),
    onMade: (made) => keep({ ...values, made }),
    onOver: () => keep({ ...values, made: undefined }),
    // Whoever comes back from a checkout without having paid finds what they wrote.
    onPaid: () => void clearGiveawayDraft(),
    onFailed: form.refuse,
  });

  const chooseCover = (file: File | undefined): void => {
    form.edit(['cover']);
    void choose(file);
  };
  const clear = (): void => {
    setValues(newGiveaway(currency, Date.now()));
    forget();
    form.edit([...GIVEAWAY_FIELDS, ...PAYMENT_FIELDS]);
    void choose(undefined);
    void clearGiveawayDraft();
  };
  return { ...parts, cover, chooseCover, state, clear };
}

export type PostFormParts = ReturnType<typeof usePostForm>;
