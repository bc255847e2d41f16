import { useEffect, useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import bird from '../../../ui/assets/mascot-sticker-win.svg?no-inline';
import { saveFile } from '../../../platform/save-file.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import {
  drawGround,
  loadDisplayFont,
  PICTURE_COLOURS as COLOURS,
  PICTURE_WIDTH,
  pngOf,
  startPicture,
  writeCentred,
} from '../../../shared/pictures/draw.ts';
import {
  canShareFile,
  sharePicture,
  whatsAppLink,
} from '../../../shared/pictures/share-picture.ts';
import { cx } from '../../../ui/cx.ts';
import css from './winner-view.module.css';

export const winText = (won: string, link: string): string =>
  `I won ${won} on Goodies. Guess the hidden digits of a voucher and win the next one: ${link}`;

/** Square, as chats show pictures whole. Pixels. */
const SIDE = PICTURE_WIDTH;
const CENTRE = SIDE / 2;
const MARGIN = 80;
const ROOM = SIDE - 3 * MARGIN;

function drawTicket(context: CanvasRenderingContext2D, won: string): void {
  const [top, height, notch] = [520, 300, 34];
  context.fillStyle = COLOURS.mango;
  context.beginPath();
  context.roundRect(MARGIN, top, SIDE - 2 * MARGIN, height, 48);
  context.fill();
  context.fillStyle = COLOURS.ground;
  for (const x of [MARGIN, SIDE - MARGIN]) {
    context.beginPath();
    context.arc(x, top + height / 2, notch, 0, 2 * Math.PI);
    context.fill();
  }
  const style = { colour: COLOURS.ink, roomPx: ROOM };
  writeCentred(context, 'I won', { ...style, y: top + 78, sizePx: 56 });
  writeCentred(context, won, { ...style, y: top + 188, sizePx: 168 });
}

async function drawBird(context: CanvasRenderingContext2D): Promise<void> {
  const image = new Image();
  image.src = bird;
  await image.decode();
  context.drawImage(image, CENTRE - 218, 84, 436, 420);
}

/** Draws a win as a PNG to share. @returns undefined where the browser cannot */
async function drawWin(won: string, username: string): Promise<Blob | undefined> {
  const context = startPicture(SIDE, SIDE);
  if (!context) return undefined;
  await loadDisplayFont(won);
  drawGround(context, SIDE);
  drawTicket(context, won);
  // What is missing is left out: the prize is what counts.
  await drawBird(context).catch(() => undefined);
  writeCentred(context, `@${username}`, {
    y: 892,
    sizePx: 52,
    colour: COLOURS.paper,
    roomPx: ROOM,
  });
  writeCentred(context, `Win the next one at ${location.host}`, {
    y: 972,
    sizePx: 44,
    colour: COLOURS.mango,
    roomPx: ROOM,
  });
  return pngOf(context);
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
  return (
    <Card className={cx('single', css['share'])} aria-labelledby="share-win">
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
          <Button variant="primary" onClick={() => void sharePicture(file, text)}>
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
