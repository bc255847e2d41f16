import { useState, type ReactElement, type ReactNode } from 'react';

import type { Failure } from '../../../../../contract/result.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import type { CoverFiles } from '../../../../../workers/upload.ts';
import { uploadThroughWorker, filesOf, useCover, type Cover } from '../../cover/use-cover.ts';
import { FormNotes } from '../../../../shared/form-notes.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { ChosenCover, CoverField } from '../../cover/cover-field.tsx';
import { patternOf } from '../../../../shared/vouchers/pattern-of.ts';
import { allowedPicture } from '../../../../shared/vouchers/cover-picture.ts';
import { coverMediaClass, TicketCover } from '../../../../ui/ticket/ticket.tsx';
import { toast } from '../../../../platform/toast-store.ts';
import { UploadProgress } from '../../../../ui/form/upload-progress.tsx';
import type { VoucherSheetProps } from './card-sheet.ts';

function shownCover({ cover: before }: CreatedVoucherRow, cover: Cover): ReactNode {
  if (cover.phase === 'ready') return <ChosenCover file={cover.file} />;
  return before?.src ? (
    <img className={coverMediaClass} src={allowedPicture(before)} alt="" />
  ) : undefined;
}

export function ChangeCover({ voucher, onDone }: VoucherSheetProps): ReactElement {
  const { cover, choose } = useCover();
  // From 0 to 1 of the upload that has left the device.
  const [fraction, setFraction] = useState(0);
  const isOffline = useConnectivity() === 'offline';
  const send = async (files: CoverFiles): Promise<Failure | undefined> => {
    setFraction(0);
    const result = await uploadThroughWorker(
      (worker, onProgress) => worker.updateCover(voucher.ulid, files, onProgress),
      setFraction,
    );
    if (!result.ok) return result.error;
    toast('Cover changed', { kind: 'success' });
    onDone();
    return undefined;
  };
  const { ref, errors, failure, isBusy, edit, onSubmit } = useForm({
    fields: ['cover'],
    wrong: cover.phase === 'none' ? { cover: 'Choose a picture or a video' } : {},
    send() {
      const files = filesOf(cover);
      return files && send(files);
    },
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <TicketCover
        pattern={patternOf(voucher.region.key, voucher.ulid)}
        mascotAlt="Default cover: a weaver bird holding a ticket"
        media={shownCover(voucher, cover)}
      />
      {/* What is on its way is what will be shown. */}
      <fieldset role="none" disabled={isBusy}>
        <CoverField
          cover={cover}
          error={errors.cover}
          onChange={(file) => {
            edit(['cover']);
            void choose(file);
          }}
        />
      </fieldset>
      <FormNotes failure={failure} />
      {isBusy && <UploadProgress fraction={fraction} />}
      <SubmitButton
        loading={isBusy}
        loadingLabel="Sending"
        disabled={isOffline || cover.phase === 'preparing'}
      >
        Use this cover
      </SubmitButton>
    </form>
  );
}
