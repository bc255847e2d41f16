import { useEffect, useState, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { toast } from '../../../platform/toast-store.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { drawWin } from './draw-win.ts';
import { isCancelled } from '../../../shared/vouchers/share/share-link.ts';
import { canShareFile, whatsAppLink, winText } from './share-win.ts';
import css from './winner-view.module.css';

const FILE_NAME = 'goodies-win.png';

export interface ShareWinProps {
  /** '₦3,000' */
  readonly won: string;
  readonly user: Pick<User, 'username' | 'referral_code'>;
}

interface Picture {
  readonly file: File;
  readonly address: string;
}

/** The picture of a win, drawn on this device; undefined until it is, and where the browser cannot draw. */
function usePicture(won: string, username: string): Picture | undefined {
  const [picture, setPicture] = useState<Picture>();
  useEffect(() => {
    let address: string | undefined;
    let isLeft = false;
    const draw = async (): Promise<void> => {
      const blob = await drawWin({ won, username, host: location.host });
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

/** Tells others of a win: the picture by the device's share sheet, else its text by WhatsApp. */
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
