import { useRef, useState } from 'react';

import { MESSAGES } from '../../../contract/messages.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import type { CreateVoucherAnswer, GiveawayFields } from '../../../contract/vouchers.ts';
import type { CoverFiles } from '../../../workers/voucher-form.ts';
import { payVoucher } from '../../domain/payments/pay-voucher.ts';
import type { PaymentChoice } from '../../domain/payments/payment-choice.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { uploadThroughWorker } from '../../domain/vouchers/cover/upload-through-worker.ts';
import { toast } from '../../platform/toast-store.ts';

export type PostState =
  | { readonly phase: 'editing'; readonly failure: Failure | undefined }
  /** `fraction` from 0 to 1 of the upload that has left the device. */
  | { readonly phase: 'creating'; readonly fraction: number }
  | { readonly phase: 'paying' };

type Created = CreateVoucherAnswer['data'];

const sameAs = (fields: GiveawayFields, cover: CoverFiles | undefined): string =>
  JSON.stringify([fields, cover?.file.name, cover?.file.size, cover?.file.lastModified]);

/** Posts a giveaway and pays for it. One that was posted but not paid is paid by the next try, however that pays. */
export function usePostGiveaway(): {
  readonly state: PostState;
  readonly post: (
    fields: GiveawayFields,
    cover: CoverFiles | undefined,
    choice: PaymentChoice,
  ) => Promise<void>;
} {
  const [state, setState] = useState<PostState>({ phase: 'editing', failure: undefined });
  const isBusy = useRef(false);
  const unpaid = useRef<{ readonly created: Created; readonly of: string }>(undefined);

  const createOnce = async (
    fields: GiveawayFields,
    cover: CoverFiles | undefined,
    { method, provider }: PaymentChoice,
  ): Promise<Result<Created>> => {
    const of = sameAs(fields, cover);
    if (unpaid.current?.of === of) return { ok: true, value: unpaid.current.created };
    setState({ phase: 'creating', fraction: 0 });
    const posted = {
      ...fields,
      payment_method: method,
      ...(provider && { payment_provider: provider }),
    };
    const result = await uploadThroughWorker(
      (worker, onProgress) => worker.createGiveaway(posted, cover, onProgress),
      (fraction) => setState({ phase: 'creating', fraction }),
    );
    if (result.ok) unpaid.current = { created: result.value, of };
    return result;
  };

  /** @returns why it is not paid; 'leaving' while the browser goes to the processor */
  const run = async (
    fields: GiveawayFields,
    cover: CoverFiles | undefined,
    choice: PaymentChoice,
  ): Promise<Failure | 'leaving' | undefined> => {
    const created = await createOnce(fields, cover, choice);
    if (!created.ok) return created.error;
    setState({ phase: 'paying' });
    const { ulid } = created.value;
    const start = await payVoucher({ ulid, ...fields }, choice);
    if (start.kind === 'failed') return start.failure;
    if (start.kind === 'leaving') return 'leaving';
    unpaid.current = undefined;
    toast(MESSAGES.paymentSuccessful, { kind: 'success' });
    navigate(`/v/${ulid}`);
    return undefined;
  };

  const post = async (
    fields: GiveawayFields,
    cover: CoverFiles | undefined,
    choice: PaymentChoice,
  ): Promise<void> => {
    // A second tap before the button has changed must not post a second giveaway.
    if (isBusy.current) return;
    isBusy.current = true;
    const failure = await run(fields, cover, choice);
    // The form stays busy until the checkout is there.
    if (failure === 'leaving') return;
    isBusy.current = false;
    setState({ phase: 'editing', failure });
  };
  return { state, post };
}
