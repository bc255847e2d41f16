import { useEffect, useState, type ReactElement } from 'react';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { Icon } from '../../../ui/icon.tsx';
import { formatExact } from '../../../ui/text/format-exact.ts';
import { formatClock, formatDate } from '../../../ui/text/format-time.ts';
import { Button } from '../../../ui/action/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ExactMoney } from '../../../ui/text/exact-money.tsx';
import { Grid } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import {
  Ticket,
  TicketBody,
  TicketSeam,
  TicketSerial,
  TicketStub,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
import { Wordmark } from '../../../ui/display/wordmark.tsx';
import { copyLink, CREATOR_WORDS, shareLink } from '../../../domain/vouchers/share/share-link.ts';
import type { VoucherSheetProps } from './card-sheet.ts';
import { groupedCode, handOverLink } from '../hand-over.ts';
import type * as QrModule from './qr-picture.ts';
import css from './qr-voucher.module.css';

interface Loaded {
  readonly qr: typeof QrModule;
  readonly picture: QrModule.QrPicture;
  /** SVG path data. */
  readonly path: string;
}

/** The code's drawing comes with its library, which nothing else needs. */
function useQr(text: string): { readonly loaded: Loaded | undefined; readonly hasFailed: boolean } {
  const [loaded, setLoaded] = useState<Loaded>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    import('./qr-picture.ts').then(
      (qr) => {
        const picture = qr.drawQr(text);
        setLoaded({ qr, picture, path: qr.qrPath(picture) });
      },
      () => setHasFailed(true),
    );
  }, [text]);
  return { loaded, hasFailed };
}

interface SlipProps extends Pick<VoucherSheetProps, 'voucher'> {
  readonly loaded: Loaded | undefined;
  readonly link: string;
}

/** The ticket with the QR code; on paper also with what a holder without a camera needs. */
function Slip({ voucher, loaded, link }: SlipProps): ReactElement {
  const { amount, currency, ulid, code } = voucher;
  const expiresAt = voucher.expires_at === null ? undefined : new Date(voucher.expires_at);
  return (
    <div className={css['slip']}>
      <div className={css['printed']}>
        <Wordmark />
      </div>
      <Ticket stock="pay" label={`QR code of a ${formatExact(amount, currency)} voucher`}>
        <TicketBody className={css['body']}>
          {loaded ? (
            <svg
              className={css['qr']}
              viewBox={`0 0 ${loaded.picture.size} ${loaded.picture.size}`}
              role="img"
              aria-label="QR code with the voucher's link"
              shapeRendering="crispEdges"
            >
              <path d={loaded.path} />
            </svg>
          ) : (
            <Skeleton shape="block" height="15rem" />
          )}
        </TicketBody>
        <TicketSeam />
        <TicketStub>
          <div className="split">
            <span className={css['amount']}>
              <ExactMoney amount={amount} currency={currency} />
            </span>
            <span className="xs">
              <TicketSerial ulid={ulid} />
            </span>
          </div>
        </TicketStub>
        <TicketTear />
      </Ticket>
      <div className={css['printed']}>
        {code && <p className={css['code']}>{groupedCode(code)}</p>}
        <p>Scan the code, or open {link}</p>
        {expiresAt && <p>{`Valid until ${formatDate(expiresAt)}, ${formatClock(expiresAt)}`}</p>}
      </div>
    </div>
  );
}

async function savePng({ qr, picture }: Loaded, name: string): Promise<void> {
  const png = await qr.qrPng(picture);
  if (png) qr.download(png, `${name}.png`);
}

const saveSvg = ({ qr, picture }: Loaded, name: string): void =>
  qr.download(new Blob([qr.qrSvg(picture)], { type: 'image/svg+xml' }), `${name}.svg`);

/** A voucher as something to hand over: shown to a camera, downloaded, or printed as a slip. */
export function QrVoucher({ voucher }: VoucherSheetProps): ReactElement {
  const link = handOverLink(location.origin, voucher);
  const { loaded, hasFailed } = useQr(link);
  const name = `goodies-voucher-${voucher.ulid.slice(0, 8)}`;
  const title = `${formatExact(voucher.amount, voucher.currency)} on Goodies`;
  if (hasFailed) return <ErrorState message="The QR code could not be drawn on this device." />;
  return (
    <>
      <Slip voucher={voucher} loaded={loaded} link={link} />
      <Grid columns={2}>
        <Button onClick={() => void copyLink(link, CREATOR_WORDS)}>
          <Icon of={copyIcon} size="sm" /> Copy link
        </Button>
        <Button variant="primary" onClick={() => void shareLink(link, title, CREATOR_WORDS)}>
          <Icon of={share2Icon} size="sm" /> Share
        </Button>
        <Button disabled={!loaded} onClick={() => loaded && void savePng(loaded, name)}>
          <Icon of={downloadIcon} size="sm" /> PNG
        </Button>
        <Button disabled={!loaded} onClick={() => loaded && saveSvg(loaded, name)}>
          <Icon of={downloadIcon} size="sm" /> SVG
        </Button>
      </Grid>
      <Button block disabled={!loaded} onClick={() => print()}>
        <Icon of={printerIcon} size="sm" /> Print
      </Button>
      <p className="xs muted">Whoever has this code can redeem the voucher.</p>
    </>
  );
}
