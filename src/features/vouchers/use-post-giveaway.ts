import { useRef, useState } from 'react';

import { UPLOAD_TIMEOUT_MS } from '../../../contract/constants.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import type { CreateVoucherAnswer, GiveawayFields } from '../../../contract/vouchers.ts';
import { callWorker } from '../../lib/data-worker.ts';
import { navigate } from '../../lib/router.tsx';
import { toast } from '../../ui/toast-store.ts';

export type PostState =
  | { readonly phase: 'editing'; readonly failure: Failure | undefined }
  /** `share` from 0 to 1 of the upload that has left the device. */
  | { readonly phase: 'creating'; readonly share: number }
  | { readonly phase: 'paying' };

type Created = CreateVoucherAnswer['data'];

/** The bridge's own deadline would come before that of a large upload. */
const UPLOAD = { timeoutMs: UPLOAD_TIMEOUT_MS + 5_000 };

async function create(
  fields: GiveawayFields,
  cover: File | undefined,
  onShare: (share: number) => void,
): Promise<Result<Created>> {
  const { proxy } = await import('comlink');
  return callWorker((worker) => worker.createGiveaway(fields, cover, proxy(onShare)), UPLOAD);
}

const sameAs = (fields: GiveawayFields, cover: File | undefined): string =>
  JSON.stringify([fields, cover?.name, cover?.size, cover?.lastModified]);

/** Posts a giveaway and pays for it from the wallet. One that was posted but not paid is paid the next time. */
export function usePostGiveaway(): {
  readonly state: PostState;
  readonly post: (fields: GiveawayFields, cover: File | undefined) => Promise<void>;
} {
  const [state, setState] = useState<PostState>({ phase: 'editing', failure: undefined });
  const isBusy = useRef(false);
  const unpaid = useRef<{ readonly created: Created; readonly of: string }>(undefined);

  const createOnce = async (
    fields: GiveawayFields,
    cover: File | undefined,
  ): Promise<Result<Created>> => {
    const of = sameAs(fields, cover);
    if (unpaid.current?.of === of) return { ok: true, value: unpaid.current.created };
    setState({ phase: 'creating', share: 0 });
    const result = await create(fields, cover, (share) => setState({ phase: 'creating', share }));
    if (result.ok) unpaid.current = { created: result.value, of };
    return result;
  };

  const run = async (
    fields: GiveawayFields,
    cover: File | undefined,
  ): Promise<Failure | undefined> => {
    const created = await createOnce(fields, cover);
    if (!created.ok) return created.error;
    setState({ phase: 'paying' });
    const { ulid } = created.value;
    const { amount, currency } = fields;
    const paid = await callWorker((worker) =>
      worker.payVoucherFromWallet({ voucher_id: ulid, amount, currency }),
    );
    if (!paid.ok && paid.error.code !== 'already_paid') return paid.error;
    unpaid.current = undefined;
    toast(MESSAGES.paymentSuccessful, { kind: 'success' });
    navigate(`/v/${ulid}`);
    return undefined;
  };

  const post = async (fields: GiveawayFields, cover: File | undefined): Promise<void> => {
    // A second tap before the button has changed must not post a second giveaway.
    if (isBusy.current) return;
    isBusy.current = true;
    const failure = await run(fields, cover);
    isBusy.current = false;
    setState({ phase: 'editing', failure });
  };
  return { state, post };
}
