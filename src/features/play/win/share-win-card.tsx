import { useEffect, useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import bird from '../../../ui/assets/mascot-sticker-win.svg?no-inline';
import { saveFile } from '../../../platform/save-file.ts';
import { toast } from '../../../platform/toast-store.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { isCancelled } from '../../../shared/vouchers/share-voucher.tsx';
import css from './winner-view.module.css';

export const winText = (won: string, link: string): string =>
  `I won ${won} on Goodies. Guess the hidden digits of a voucher and win the next one: ${link}`;

export const whatsAppLink = (text: string): string =>
  `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Whether the device's share sheet takes a file; older ones take links alone, whatever the types say. */
export const canShareFile = (
  file: File,
  browser: Pick<Partial<Navigator>, 'share' | 'canShare'> = navigator,
): boolean => (browser.share && browser.canShare?.({ files: [file] })) ?? false;

/** Square, as chats show pictures whole. Pixels. */
const SIDE = 1_080;
const CENTRE = SIDE / 2;
const MARGIN = 80;
const COLOURS = { ground: '#1a2158', paper: '#ffbf2b', ink: '#0b0f2a', pale: '#fffdf7' } as const;
/** The brand's face where the device has it, as in the app's own tokens. */
const FACE = "'Goodies Display', 'Arial Narrow', 'Roboto Condensed', system-ui, sans-serif";
const ASTERISK = 'M16 4v24M5.6 10l20.8 12M26.4 10L5.6 22';

const fontOf = (sizePx: number): string => `800 ${sizePx}px ${FACE}`;

function write(
  context: CanvasRenderingContext2D,
  text: string,
  { y, sizePx, colour }: { y: number; sizePx: number; colour: string },
): void {
  context.font = fontOf(sizePx);
  const width = context.measureText(text).width;
  const room = SIDE - 3 * MARGIN;
  if (width > room) context.font = fontOf(Math.floor((sizePx * room) / width));
  context.fillStyle = colour;
  context.fillText(text, CENTRE, y);
}

/** Asterisks all over, so faint that they are a cloth. */
function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, SIDE, SIDE);
  context.strokeStyle = 'rgb(255 255 255 / 0.07)';
  context.lineWidth = 6;
  context.lineCap = 'round';
  const step = SIDE / 9;
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      context.save();
      context.translate(column * step + step / 2 - 32, row * step + step / 2 - 32);
      context.scale(2, 2);
      context.stroke(new Path2D(ASTERISK));
      context.restore();
    }
  }
}

function drawTicket(context: CanvasRenderingContext2D, won: string): void {
  const [top, height, notch] = [520, 300, 34];
  context.fillStyle = COLOURS.paper;
  context.beginPath();
  context.roundRect(MARGIN, top, SIDE - 2 * MARGIN, height, 48);
  context.fill();
  context.fillStyle = COLOURS.ground;
  for (const x of [MARGIN, SIDE - MARGIN]) {
    context.beginPath();
    context.arc(x, top + height / 2, notch, 0, 2 * Math.PI);
    context.fill();
  }
  write(context, 'I won', { y: top + 78, sizePx: 56, colour: COLOURS.ink });
  write(context, won, { y: top + 188, sizePx: 168, colour: COLOURS.ink });
}

async function drawBird(context: CanvasRenderingContext2D): Promise<void> {
  const image = new Image();
  image.src = bird;
  await image.decode();
  context.drawImage(image, CENTRE - 218, 84, 436, 420);
}

/** Draws a win as a PNG to share. @returns undefined where the browser cannot */
async function drawWin(won: string, username: string): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // What is missing is left out: the prize is what counts.
  await document.fonts.load(fontOf(96), won).catch(() => undefined);
  drawGround(context);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawTicket(context, won);
  await drawBird(context).catch(() => undefined);
  write(context, `@${username}`, { y: 892, sizePx: 52, colour: COLOURS.pale });
  write(context, `Win the next one at ${location.host}`, {
    y: 972,
    sizePx: 44,
    colour: COLOURS.paper,
  });
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

const FILE_NAME = 'goodies-win.png';

interface ShareWinProps {
  readonly won: string;
  readonly user: Pick<User, 'username' | 'referral_code'>;
}

interface Picture {
  readonly file: File;
  readonly address: string;
}

function usePicture(won: string, username: string): Picture | undefined {
  const [picture, setPicture] = useState<Picture>();
  useEffect(() => {
    let address: string | undefined;
    let isLeft = false;
    const draw = async (): Promise<void> => {
      const blob = await drawWin(won, username);
      if (!blob || isLeft) return;
      address = URL.createObjectURL(blob);
      setPicture({ file: new File([blob], FILE_NAME, { type: blob.type }), address });
    };
    void draw();
    return () => {
      isLeft = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [won, username]);
  return picture;
}

export function ShareWin({ won, user }: ShareWinProps): ReactElement {
  const picture = usePicture(won, user.username);
  const text = winText(won, `${location.origin}/welcome?ref=${user.referral_code}`);
  const file = picture?.file;
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text, ...(file && { files: [file] }) });
    } catch (error) {
      if (!isCancelled(error)) toast('This could not be shared. Save the picture instead.');
    }
  };
  return (
    <Card className={css['share']} aria-labelledby="share-win">
      <div className="stack g2">
        <h2 id="share-win">Share your win</h2>
        <p className="sm muted">
          A friend who joins by your link earns you {SHARE_REWARD_COINS} coins.
        </p>
      </div>
      <div className={css['picture']}>
        {picture && (
          <img
            src={picture.address}
            width="1080"
            height="1080"
            alt={`To share: @${user.username} won ${won} on Goodies`}
          />
        )}
      </div>
      <div className={css['actions']}>
        {file && canShareFile(file) ? (
          <Button variant="primary" onClick={() => void share()}>
            <Icon of={share2Icon} size="sm" /> WhatsApp and more
          </Button>
        ) : (
          <ButtonLink href={whatsAppLink(text)} variant="primary">
            <Icon of={share2Icon} size="sm" /> Share on WhatsApp
          </ButtonLink>
        )}
        <Button disabled={!file} onClick={() => file && saveFile(file, FILE_NAME)}>
          <Icon of={downloadIcon} size="sm" /> Save picture
        </Button>
      </div>
    </Card>
  );
}
