import { useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';

import { errorMessage } from '../../../../../contract/errors.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useFailure } from '../../../../platform/form/use-failure.ts';
import type { CoverFiles } from '../../../../../workers/upload.ts';
import { uploadThroughWorker, filesOf, useCover, type Cover } from '../../cover/use-cover.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/action/button.tsx';
import { ChosenCover, CoverField } from '../../cover/cover-field.tsx';
import { clothOf } from '../../../../shared/vouchers/cloth-of.ts';
import { allowedPicture } from '../../../../shared/vouchers/cover-picture.ts';
import { coverMediaClass, TicketCover } from '../../../../ui/ticket/ticket.tsx';
import { toast } from '../../../../platform/toast-store.ts';
import { UploadProgress } from '../../../../ui/form/upload-progress.tsx';
import type { VoucherSheetProps } from './card-sheet.ts';

const NO_COVER = 'Choose a picture or a video';

type Sending =
  | { readonly phase: 'choosing' }
  /** `fraction` from 0 to 1 of the upload that has left the device. */
  | { readonly phase: 'sending'; readonly fraction: number };

/** The one that was chosen, until then the one that it has. */
function shownCover({ cover: before }: CreatedVoucherRow, cover: Cover): ReactNode {
  if (cover.phase === 'ready') return <ChosenCover file={cover.file} />;
  return before?.src ? (
    <img className={coverMediaClass} src={allowedPicture(before)} alt="" />
  ) : undefined;
}

function useChangeCover(ulid: string, onDone: () => void) {
  const [state, setState] = useState<Sending>({ phase: 'choosing' });
  const [failure, setFailure] = useFailure();
  const isBusy = useRef(false);
  const send = async (files: CoverFiles): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(undefined);
    setState({ phase: 'sending', fraction: 0 });
    const result = await uploadThroughWorker(
      (worker, onProgress) => worker.updateCover(ulid, files, onProgress),
      (fraction) => setState({ phase: 'sending', fraction }),
    );
    isBusy.current = false;
    if (!result.ok) {
      setState({ phase: 'choosing' });
      return setFailure(result.error);
    }
    toast('Cover changed', { kind: 'success' });
    onDone();
  };
  return { state, failure, send, forget: () => setFailure(undefined) };
}

/** Chooses another picture or video for a giveaway, and shows it before it is sent. */
export function ChangeCover({ voucher, onDone }: VoucherSheetProps): ReactElement {
  const { cover, choose } = useCover();
  const [isMissing, setIsMissing] = useState(false);
  const { state, failure, send, forget } = useChangeCover(voucher.ulid, onDone);
  const isOffline = useConnectivity() === 'offline';
  const isSending = state.phase === 'sending';
  const fault = cover.phase === 'refused' ? cover.problem : isMissing ? NO_COVER : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsMissing(cover.phase === 'none');
    const files = filesOf(cover);
    if (files) void send(files);
  };
  return (
    <form className="stack g4" noValidate onSubmit={submit}>
      <TicketCover
        cloth={clothOf(voucher.region.key, voucher.ulid)}
        mascotAlt="Default cover: a weaver bird holding a ticket"
        media={shownCover(voucher, cover)}
      />
      {/* What is on its way is what will be shown. */}
      <fieldset disabled={isSending}>
        <CoverField
          cover={cover}
          error={fault}
          onChange={(file) => {
            setIsMissing(false);
            forget();
            void choose(file);
          }}
        />
      </fieldset>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      {isSending && <UploadProgress fraction={state.fraction} />}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isSending}
        loadingLabel="Sending"
        disabled={isOffline || cover.phase === 'preparing'}
      >
        Use this cover
      </Button>
    </form>
  );
}
