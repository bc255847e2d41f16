import type { CSSProperties, ReactElement } from 'react';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { copyText } from '../../../platform/copy-text.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, IconButton, TextLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { shortReference } from '../../../ui/text/format-text.ts';
import { cx } from '../../../ui/cx.ts';
import { TransactionIcon, TransactionStatus } from './transaction-row.tsx';
import { Wordmark } from '../../../ui/display/logo.tsx';
import {
  receiptFacts,
  shareReceipt,
  signedAmount,
  statusNote,
  type KnownTransaction,
} from './receipt-facts.ts';
import css from './receipt-paper.module.css';

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

export function ReceiptPaper({ known }: { readonly known: KnownTransaction }): ReactElement {
  const note = statusNote(known);
  const amount = signedAmount(known);
  const { type, status, voucher_ulid: voucher } = known;
  const isCredit = type === 'credit' && status === 'completed';
  return (
    <div className="stack g4">
      <Card className={css['paper']} aria-label="Receipt">
        <div className={css['mark']}>
          <Wordmark />
        </div>
        <div className={css['head']}>
          <TransactionIcon {...known} />
          <p className="semi">{known.description}</p>
          <p
            style={{ '--figures': amount.length } as CSSProperties}
            className={cx(
              css['sum'],
              isCredit && css['credit'],
              status === 'failed' && css['failed'],
            )}
          >
            {amount}
          </p>
          <TransactionStatus status={status} hold={known.hold} />
        </div>
        {note !== undefined && <Alert tone={TONES[status]}>{note}</Alert>}
        <dl className={css['facts']}>
          {receiptFacts(known).map(({ label, value, kind }) => (
            <div key={label} className={css['fact']}>
              <dt>{label}</dt>
              <dd className={kind && css[kind]}>
                {kind === 'id' ? <Reference reference={value} /> : value}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className={cx(css['actions'], css['screen'])}>
        <Button variant="primary" onClick={() => void shareReceipt(known)}>
          <Icon of={share2Icon} size="sm" /> Share
        </Button>
        <Button onClick={() => print()}>
          <Icon of={printerIcon} size="sm" /> Print
        </Button>
      </div>
      {voucher && (
        <p className={cx('center', css['screen'])}>
          <TextLink href={`/v/${voucher}`}>See the voucher</TextLink>
        </p>
      )}
    </div>
  );
}
