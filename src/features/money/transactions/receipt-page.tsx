import { Suspense, type ReactElement, type CSSProperties } from 'react';
import { useParams } from 'wouter';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { readTransactionReceipt } from '../../../../local/queries/money.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { BackLink, Button, ButtonLink, IconButton, TextLink } from '../../../ui/action/button.tsx';
import { Narrow, Page, PageHead, Card } from '../../../ui/layout/layout.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import {
  type KnownTransaction,
  receiptFacts,
  receiptLine,
  receiptText,
  signedAmount,
  statusNote,
} from './receipt-facts.ts';
import { receiptFile } from './receipt-picture.ts';
import css from './receipt-paper.module.css';
import { copyText } from '../../../platform/copy-text.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { toast } from '../../../platform/toast-store.ts';
import {
  canSharePictures,
  sharePicture,
  whatsAppLink,
} from '../../../shared/pictures/share-picture.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { shortReference } from '../../../ui/text/format-text.ts';
import { cx } from '../../../ui/cx.ts';
import { TransactionCases } from '../cases/transaction-cases.tsx';
import { TransactionIcon, TransactionStatus } from './transaction-row.tsx';
import { Wordmark } from '../../../ui/display/logo.tsx';

async function readKnown(db: GoodiesDatabase, id: string): Promise<KnownTransaction | undefined> {
  const [receipt, line] = await Promise.all([
    readTransactionReceipt(db, id),
    db.transactions.get(id),
  ]);
  if (!receipt || !line) return receipt ?? line;
  // The newer one has the status of now.
  const { status, fetchedAt } = receipt.fetchedAt < line.fetchedAt ? line : receipt;
  return { ...receipt, status, fetchedAt };
}

export default function ReceiptPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <Page>
      <Narrow className="stack g4">
        <div className={css['screen']}>
          <PageHead>
            <BackLink href="/transactions" label="Back to the transactions" />
            <h1>Receipt</h1>
          </PageHead>
        </div>
        <Suspense fallback={<ReceiptSkeleton />}>
          <Receipt key={id} id={id} />
        </Suspense>
      </Narrow>
    </Page>
  );
}

const ReceiptSkeleton = (): ReactElement => (
  <Loading what="Loading the receipt">
    <Skeleton height="26rem" />
  </Loading>
);

function Receipt({ id }: { readonly id: string }): ReactElement {
  const read = useLive(readKnown, [id]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshTransaction(id), [id]);
  const isOffline = useConnectivity() === 'offline';
  useShownAge(read.data?.fetchedAt);
  if (read.data) return <ReceiptPaper known={read.data} />;
  if (read.phase === 'loading' || (refresh.phase !== 'failed' && !isOffline)) {
    return <ReceiptSkeleton />;
  }
  if (refresh.phase === 'failed' && refresh.error.code === 'transaction_not_found') {
    return <EmptyState title={refresh.error.message}>It may belong to another account.</EmptyState>;
  }
  if (refresh.phase === 'failed' && refresh.error.code !== 'offline') {
    return <ErrorState message={refresh.error.message} onRetry={retry} />;
  }
  return (
    <UnsavedState>
      Open this receipt once with a connection and it will be here next time.
    </UnsavedState>
  );
}

const TONES: Readonly<Record<KnownTransaction['status'], 'info' | 'warn' | 'bad'>> = {
  completed: 'info',
  processing: 'info',
  pending: 'warn',
  failed: 'bad',
};

const REFERENCE_WORDS = { copied: 'Reference copied', failed: 'Could not copy the reference' };

function Reference({ reference }: { readonly reference: string }): ReactElement {
  return (
    <>
      <span className={css['screen']}>{shortReference(reference)}</span>
      <span className={css['whole']}>{reference}</span>
      <IconButton
        label="Copy reference"
        className={cx(css['copy'], css['screen'])}
        onClick={() => void copyText(reference, REFERENCE_WORDS)}
      >
        <Icon of={copyIcon} size="sm" />
      </IconButton>
    </>
  );
}

const RECEIPT_WORDS = { copied: 'Receipt copied', failed: 'Could not copy the receipt' };

/** Its code comes with the page, so that it is drawn offline, too. */
async function drawnReceipt(known: KnownTransaction): Promise<File | undefined> {
  const file = await receiptFile(known).catch(() => undefined);
  if (!file) toast('The picture could not be drawn. Copy the text instead.', { kind: 'error' });
  return file;
}

function PassOn({ known }: { readonly known: KnownTransaction }): ReactElement {
  const share = async (): Promise<void> => {
    const file = await drawnReceipt(known);
    if (file) await sharePicture(file, receiptLine(known));
  };
  const save = async (): Promise<void> => {
    const file = await drawnReceipt(known);
    if (file) saveFile(file, file.name);
  };
  return (
    <div className={cx('pair single', css['screen'])}>
      {canSharePictures() ? (
        <Button variant="primary" onClick={() => void share()}>
          <Icon of={share2Icon} size="sm" /> Share
        </Button>
      ) : (
        <ButtonLink variant="primary" href={whatsAppLink(receiptText(known))}>
          <Icon of={share2Icon} size="sm" /> WhatsApp
        </ButtonLink>
      )}
      <Button onClick={() => void save()}>
        <Icon of={downloadIcon} size="sm" /> Save picture
      </Button>
      <Button onClick={() => void copyText(receiptText(known), RECEIPT_WORDS)}>
        <Icon of={copyIcon} size="sm" /> Copy text
      </Button>
      <Button onClick={() => print()}>
        <Icon of={printerIcon} size="sm" /> Print
      </Button>
    </div>
  );
}

function ReceiptPaper({ known }: { readonly known: KnownTransaction }): ReactElement {
  const note = statusNote(known);
  const amount = signedAmount(known);
  const { type, status, voucher_ulid: voucher } = known;
  const isCredit = type === 'credit' && status === 'completed';
  return (
    <div className="stack g4">
      <Card className={cx('stack g4', css['paper'])} aria-label="Receipt">
        <div className={css['mark']}>
          <Wordmark />
        </div>
        <div className={cx('column', css['head'])}>
          <TransactionIcon {...known} />
          <p className="semi">{known.description}</p>
          <p
            style={{ '--figures': amount.length } as CSSProperties}
            className={cx(
              'figure',
              css['sum'],
              isCredit && 'ok',
              status === 'failed' && css['failed'],
            )}
          >
            {amount}
          </p>
          <TransactionStatus {...known} />
        </div>
        {note !== undefined && <Alert tone={TONES[status]}>{note}</Alert>}
        <Facts
          className={css['facts']}
          rows={receiptFacts(known).map(({ label, value, kind }) => [
            label,
            <span key={label} className={kind && css[kind]}>
              {kind === 'id' ? <Reference reference={value} /> : value}
            </span>,
          ])}
        />
      </Card>
      <PassOn known={known} />
      <div className={css['screen']}>
        <TransactionCases transaction={known} />
      </div>
      {voucher && (
        <p className={cx('center', css['screen'])}>
          <TextLink href={`/v/${voucher}`}>See the voucher</TextLink>
        </p>
      )}
    </div>
  );
}
