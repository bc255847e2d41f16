import type { ReactElement } from 'react';
import chartColumnIcon from 'lucide/dist/esm/icons/chart-column.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import usersRoundIcon from 'lucide/dist/esm/icons/users-round.mjs';

import { ShareButton } from '../../../../shared/vouchers/share-voucher.tsx';
import {
  hasRevealed,
  isAwaited,
  isOver,
  viewsTarget,
} from '../../../../shared/vouchers/voucher-reveal.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { ButtonLink } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { handOverLink } from '../../code-and-link.ts';
import type { VoucherSheetProps } from './card-sheet.ts';
import { useQr, QrCode } from '../../../../shared/qr/qr-code.tsx';
import { QrButtons, QrTicket, type QrProps } from './qr-voucher.tsx';
import css from './qr-sheets.module.css';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { hiddenPositions, HIDDEN } from '../../../../../contract/vouchers/voucher-code.ts';
import { formatExact, formatCount } from '../../../../ui/text/format-money.ts';
import { plural } from '../../../../ui/text/format-text.ts';
import { formatDateTime } from '../../../../ui/text/format-time.ts';
import { Wordmark } from '../../../../ui/display/logo.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { cx } from '../../../../ui/cx.ts';

const momentOf = (moment: string | number | null): string | undefined => {
  const at = moment === null ? undefined : new Date(moment);
  return at && formatDateTime(at);
};

export function openingFact(voucher: CreatedVoucherRow): string | undefined {
  if (isAwaited(voucher, serverNow()))
    return `It opens to guesses on ${momentOf(voucher.starts_at)}`;
  switch (voucher.reveal_method) {
    case 'views': {
      const target = viewsTarget(voucher);
      return target !== undefined && target > voucher.views
        ? `The next digit opens at ${formatCount(target)} views`
        : undefined;
    }
    case 'time': {
      const at = hasRevealed(voucher) ? undefined : momentOf(voucher.remaining_time);
      return at === undefined ? undefined : `The next digit opens on ${at}`;
    }
    case 'lottery': {
      const at = momentOf(voucher.final_reveal_time);
      return at === undefined ? undefined : `Entries close on ${at}`;
    }
    default:
      return voucher.reveal_method satisfies never;
  }
}

export function howToPlay(voucher: CreatedVoucherRow): readonly string[] {
  const { amount, currency, masked_code: maskedCode, reveal_method: method } = voucher;
  const prize = formatExact(amount, currency);
  const hidden = hiddenPositions(maskedCode).length;
  return [
    'Scan the code with the camera of your phone.',
    `Guess the ${plural(hidden, 'hidden digit', 'hidden digits')}.`,
    method === 'lottery'
      ? `Everyone with the right digits shares ${prize}.`
      : `The first right guess wins ${prize}, paid at once.`,
  ];
}

function Poster({ voucher, loaded, link }: QrProps): ReactElement {
  const { amount, currency, masked_code: maskedCode, expires_at: expiresAt } = voucher;
  const opening = openingFact(voucher);
  const end = momentOf(expiresAt);
  return (
    <article className={cx('column anywhere', css['poster'], css['paper'])} aria-label="Poster">
      <Wordmark />
      <div className={css['frame']}>
        <p className={cx('figure', css['win'])}>
          {voucher.reveal_method === 'lottery' ? 'Share in' : 'Win'}
          <strong>
            <ExactMoney amount={amount} currency={currency} />
          </strong>
        </p>
        <p className={cx('figure', css['digits'])}>
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
      <p>
        No camera? Open <strong>{link.replace(/^https?:\/\//, '')}</strong>
      </p>
      <p className={css['fact']}>
        A giveaway by @{voucher.creator}
        {end !== undefined && `. Ends ${end}`}
      </p>
    </article>
  );
}

export function ShareGiveaway({ voucher }: VoucherSheetProps): ReactElement {
  const { ulid, is_private: isPrivate } = voucher;
  const link = handOverLink(location.origin, voucher);
  const { loaded, hasFailed } = useQr(link);
  const opening = openingFact(voucher);
  if (isOver(voucher)) return <Alert tone="info">This giveaway is over.</Alert>;
  if (hasFailed) return <ErrorState message="The QR code could not be drawn on this device." />;
  return (
    <>
      <p className="sm muted">
        {isPrivate
          ? 'Only people you allow can guess. Choose them, then send them the link.'
          : `Share it, so that people find it.${opening === undefined ? '' : ` ${opening}.`}`}
      </p>
      {isPrivate && (
        <ButtonLink variant="primary" size="lg" block href={`/allowed-users/${ulid}`}>
          <Icon of={usersRoundIcon} size="sm" /> Choose who may guess
        </ButtonLink>
      )}
      <ShareButton variant={isPrivate ? 'secondary' : 'primary'} size="lg" block voucher={voucher}>
        Share
      </ShareButton>
      <div className={css['ticket']}>
        <QrTicket voucher={voucher} loaded={loaded} />
      </div>
      <QrButtons voucher={voucher} loaded={loaded} link={link} printLabel="Poster">
        <ButtonLink href={`/voucher-analytics/${ulid}`}>
          <Icon of={chartColumnIcon} size="sm" /> Analytics
        </ButtonLink>
        <ButtonLink href={`/v/${ulid}`}>
          <Icon of={eyeIcon} size="sm" /> View
        </ButtonLink>
      </QrButtons>
      <Poster voucher={voucher} loaded={loaded} link={link} />
    </>
  );
}
