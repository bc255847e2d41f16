import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { User } from '../../../../contract/accounts.ts';
import { AVATAR_SIDE_PX, UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { fail } from '../../../../contract/result.ts';
import { shrinkPicture } from '../../../shared/vouchers/cover/shrink-picture.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import css from './profile.module.css';

export interface Crop {
  /** 1 shows the largest square, 4 a quarter of its side. */
  readonly zoom: number;
  /** The middle of the square, from 0 (left, top) to 1. */
  readonly across: number;
  readonly down: number;
}

export const WHOLE: Crop = { zoom: 1, across: 0.5, down: 0.5 };

export function squareOf(
  { width, height }: { readonly width: number; readonly height: number },
  { zoom, across, down }: Crop,
): { readonly x: number; readonly y: number; readonly side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return { x: (width - side) * across, y: (height - side) * down, side };
}

const INVALID = { code: 'avatar_invalid', message: errorMessage('avatar_invalid') } as const;
/** For dense screens. */
const SIDE_PX = 2 * AVATAR_SIDE_PX;
const SLIDERS = [
  { name: 'zoom', label: 'Zoom', min: 1, max: 4 },
  { name: 'across', label: 'Left and right', min: 0, max: 1 },
  { name: 'down', label: 'Up and down', min: 0, max: 1 },
] as const;

export function AvatarPicker({ user }: { readonly user: User }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [isOpening, setIsOpening] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    // A photo takes seconds on a cheap phone.
    setIsOpening(true);
    try {
      setPicture(await createImageBitmap(await shrinkPicture(file)));
    } catch {
      toastFailure(INVALID);
    }
    setIsOpening(false);
  };
  return (
    <div className="cluster g4">
      <Avatar username={user.username} src={user.avatar} size="xl" />
      <Button
        size="sm"
        disabled={isOffline}
        loading={isOpening}
        onClick={() => input.current?.click()}
      >
        Change photo
      </Button>
      <input
        ref={input}
        className="vh"
        type="file"
        tabIndex={-1}
        aria-label="Photo"
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = '';
        }}
      />
      <Sheet open={picture !== undefined} onClose={() => setPicture(undefined)} title="Your photo">
        {picture && <Cropper picture={picture} onDone={() => setPicture(undefined)} />}
      </Sheet>
    </div>
  );
}

interface CropperProps {
  readonly picture: ImageBitmap;
  readonly onDone: () => void;
}

function Cropper({ picture, onDone }: CropperProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(WHOLE);
  useEffect(() => {
    const { x, y, side } = squareOf(picture, crop);
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // Transparent parts would show the crop before, and be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIDE_PX, SIDE_PX);
    context.drawImage(picture, x, y, side, side, 0, 0, SIDE_PX, SIDE_PX);
  }, [picture, crop]);

  const { isBusy, run } = useCommand(
    async () => {
      const square = await new Promise<Blob | null>((resolve) => {
        if (canvas.current) canvas.current.toBlob(resolve, 'image/jpeg', 0.9);
        else resolve(null);
      });
      if (!square) return fail(INVALID);
      const options = { timeoutMs: UPLOAD_CALL_TIMEOUT_MS };
      return callWorker((worker) => worker.updateAvatar(square), options);
    },
    () => {
      toast('Saved', { kind: 'success' });
      onDone();
    },
    toastFailure,
  );
  return (
    <div className="stack g4">
      <canvas ref={canvas} className={css['crop']} width={SIDE_PX} height={SIDE_PX} />
      {SLIDERS.map(({ name, label, min, max }) => (
        <label key={name} className="stack g1 sm semi">
          {label}
          <input
            className={css['slider']}
            type="range"
            min={min}
            max={max}
            step="any"
            value={crop[name]}
            onChange={({ target }) => setCrop({ ...crop, [name]: Number(target.value) })}
          />
        </label>
      ))}
      <Button variant="primary" size="lg" block loading={isBusy} onClick={() => run()}>
        Save photo
      </Button>
    </div>
  );
}
