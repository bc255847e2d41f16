import type { ReactElement } from 'react';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { SHARE_REWARD_COINS } from '../../../contract/constants.ts';
import { QrCode, useQr } from '../../shared/qr/qr-code.tsx';
import { CREATOR_WORDS, shareLink } from '../../shared/vouchers/share-voucher.tsx';
import { copyText } from '../../platform/copy-text.ts';
import { useUser } from '../../shared/accounts/user.ts';
import { Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  Ticket,
  TicketBody,
  TicketDivider,
  TicketFooter,
  TicketCover,
} from '../../ui/ticket/ticket.tsx';
import { Fold } from '../../ui/display/fold.tsx';
import { cx } from '../../ui/cx.ts';
import css from './refer.module.css';

/** As long as a code is, for the room it takes. */
const AWAITED_CODE = ' '.repeat(10);

const WORDS = {
  ...CREATOR_WORDS,
  detail: async () => 'Coins follow when a friend signs up with it and verifies their e-mail',
};

const referralLink = (origin: string, code: string): string =>
  `${origin}/signup?ref=${encodeURIComponent(code)}`;

function CodeFlaps({ code }: { readonly code: string | undefined }): ReactElement {
  const letters = [...(code ?? AWAITED_CODE)].map((letter, place) => ({ letter, place }));
  return (
    <p className={cx('figure', css['code'])}>
      <span className="vh">{code ?? 'Loading'}</span>
      {letters.map(({ letter, place }) => (
        <span key={`place-${place + 1}`} className={cx('flap', css['flap'])} aria-hidden="true">
          {letter}
        </span>
      ))}
    </p>
  );
}

function DrawnQr({ link }: { readonly link: string }): ReactElement {
  const { loaded, hasFailed } = useQr(link);
  if (hasFailed) return <p>The QR code could not be drawn on this device.</p>;
  return <QrCode loaded={loaded} label="QR code with your referral link" />;
}

export function ReferralTicket(): ReactElement {
  const code = useUser()?.referral_code;
  const link = code === undefined ? undefined : referralLink(location.origin, code);
  return (
    <Ticket variant="views" label="Your referral code">
      <TicketCover pattern="kente" className={css['cover']} />
      <TicketDivider />
      <TicketBody>
        <h2 className="xxl">Share a link, earn {SHARE_REWARD_COINS} coins</h2>
        <div>
          <p className="xs semi">Your referral code</p>
          <CodeFlaps code={code} />
        </div>
        {link !== undefined && (
          <Fold title="Show as a QR code">
            <div className={css['qr']}>
              <DrawnQr link={link} />
            </div>
          </Fold>
        )}
      </TicketBody>
      <TicketFooter>
        <div className={cx('single pair', css['buttons'])}>
          <Button
            variant="ink"
            size="lg"
            disabled={link === undefined}
            onClick={() => {
              if (link !== undefined) void shareLink(link, 'Join me on Goodies', WORDS);
            }}
          >
            <Icon of={share2Icon} size="sm" /> Share link
          </Button>
          <Button
            variant="line"
            size="lg"
            disabled={link === undefined}
            onClick={() => {
              if (link !== undefined) void copyText(link, WORDS);
            }}
          >
            <Icon of={copyIcon} size="sm" /> Copy
          </Button>
        </div>
      </TicketFooter>
    </Ticket>
  );
}
