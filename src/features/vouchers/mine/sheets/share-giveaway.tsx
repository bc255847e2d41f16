import type { ReactElement } from 'react';
import chartColumnIcon from 'lucide/dist/esm/icons/chart-column.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import usersRoundIcon from 'lucide/dist/esm/icons/users-round.mjs';

import { ShareButton } from '../../../../shared/vouchers/share-voucher.tsx';
import { isOver } from '../../../../shared/vouchers/voucher-reveal.ts';
import { ButtonLink } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { handOverLink } from '../../code-and-link.ts';
import type { VoucherSheetProps } from './card-sheet.ts';
import { openingFact, Poster } from './poster.tsx';
import { useQr } from '../../../../shared/qr/qr-code.tsx';
import { QrButtons, QrTicket } from './qr-ticket.tsx';
import css from './qr-sheets.module.css';

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
          ? 'Only people you allow can guess. Say who, then send them the link.'
          : `Share it, so that people find it.${opening === undefined ? '' : ` ${opening}.`}`}
      </p>
      {isPrivate && (
        <ButtonLink variant="primary" size="lg" block href={`/allowed-users/${ulid}`}>
          <Icon of={usersRoundIcon} size="sm" /> Say who may guess
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
