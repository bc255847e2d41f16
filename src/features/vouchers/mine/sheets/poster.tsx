import type { ReactElement } from 'react';

import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { HIDDEN } from '../../../../../contract/vouchers/voucher-code.ts';
import { Wordmark } from '../../../../ui/display/logo.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { formatClock, formatDate } from '../../../../ui/text/format-time.ts';
import { howToPlay, openingFact } from './poster-words.ts';
import css from './poster.module.css';
import { QrCode, type LoadedQr } from '../../../../shared/qr/qr-code.tsx';

export interface PosterProps {
  readonly voucher: CreatedVoucherRow;
  readonly loaded: LoadedQr | undefined;
  readonly link: string;
}

/** A giveaway on a sheet of A4 for a wall: seen only on paper, where it needs no colour. */
export function Poster({ voucher, loaded, link }: PosterProps): ReactElement {
  const { amount, currency, masked_code: maskedCode, expires_at: expiresAt } = voucher;
  const opening = openingFact(voucher);
  const end = expiresAt === null ? undefined : new Date(expiresAt);
  return (
    <article className={css['poster']} aria-label="Poster">
      <Wordmark />
      <div className={css['ticket']}>
        <p className={css['win']}>
          {voucher.reveal_method === 'lottery' ? 'Share in' : 'Win'}
          <strong>
            <ExactMoney amount={amount} currency={currency} />
          </strong>
        </p>
        <p className={css['code']}>
          {[...maskedCode].map((digit, index) => (
            // A place in the code is its identity: the digits themselves repeat.
            <span key={`place-${index + 1}`} data-hidden={digit === HIDDEN ? '' : undefined}>
              {digit === HIDDEN ? '?' : digit}
            </span>
          ))}
        </p>
        {opening !== undefined && <p className={css['fact']}>{opening}</p>}
      </div>
      <div className={css['play']}>
        <QrCode loaded={loaded} />
        <div>
          <h3>How to play</h3>
          <ol>
            {howToPlay(voucher).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
      <p className={css['link']}>
        No camera? Open <strong>{link.replace(/^https?:\/\//, '')}</strong>
      </p>
      <p className={css['fact']}>
        A giveaway by @{voucher.creator}
        {end && `. Ends ${formatDate(end)}, ${formatClock(end)}`}
      </p>
    </article>
  );
}
