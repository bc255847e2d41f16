import { useState, type ReactElement } from 'react';

import type { Currency } from '../../../../../contract/money.ts';
import { readViewerRates, type ViewerRates } from '../../../../shared/rates/viewer-rates.ts';
import { readUser } from '../../../../../local/queries/user-and-region.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { freeIn, HELD_TICK_MS } from '../../../../shared/wallet/held.tsx';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { cx } from '../../../../ui/cx.ts';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Unverified } from '../../../../shared/accounts/unverified.tsx';
import { ExchangeFields } from './exchange-fields.tsx';
import {
  checkExchange,
  emptyExchange,
  EXCHANGE_FIELDS,
  fieldErrors,
  type ExchangeField,
  type ExchangeForm,
} from './exchange-form.ts';
import { ExchangeEnd, ExchangeReview } from './exchange-steps.tsx';
import css from '../money-sheet.module.css';
import { useExchange } from './use-exchange.ts';

export interface ExchangeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly home: Currency;
  readonly wallets: readonly WalletRow[] | undefined;
  readonly start: ExchangeForm | undefined;
}

export function ExchangeSheet({
  open,
  onClose,
  wallets,
  ...rest
}: ExchangeSheetProps): ReactElement {
  const read = useLive(
    async (db) => ({
      viewer: await readViewerRates(db),
      isVerified: (await readUser(db))?.user.email_verified !== false,
    }),
    [],
  );
  return (
    <Sheet open={open} onClose={onClose} title="Exchange">
      <div className={cx(css['content'], css['exchange'])}>
        {read.phase === 'loading' || !wallets ? (
          <Skeleton shape="block" height="20rem" />
        ) : read.data.isVerified ? (
          <Exchange {...rest} wallets={wallets} viewer={read.data.viewer} onClose={onClose} />
        ) : (
          <Unverified />
        )}
      </div>
    </Sheet>
  );
}

interface ExchangeProps extends Pick<ExchangeSheetProps, 'home' | 'start' | 'onClose'> {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
}

function Exchange(props: ExchangeProps): ReactElement {
  const { home, start, wallets, viewer, onClose } = props;
  const [values, setValues] = useState<ExchangeForm>(() => start ?? emptyExchange(home, wallets));
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const wallet = wallets.find(({ currency }) => currency === values.from);
  const balance = freeIn(wallet, nowMs);
  const check = checkExchange(values, balance);
  const form = useForm<ExchangeField, ExchangeForm>({
    fields: EXCHANGE_FIELDS,
    state: [
      values,
      (next) => {
        exchanging.correct();
        setValues(next);
      },
    ],
    wrong: check.ok ? {} : check.errors,
    affectedBy: (change) => ('amount' in change ? Object.keys(change) : EXCHANGE_FIELDS),
    send: () => void (check.ok && state.phase === 'editing' && exchanging.review(check.order)),
    errorsOf: fieldErrors,
  });
  const exchanging = useExchange(form.refuse);
  const { state, review, send, correct } = exchanging;
  useKeepOpen(state.phase === 'sending');

  switch (state.phase) {
    case 'reviewing':
      return (
        <ExchangeReview
          key={state.order.quote.quote_id}
          quoted={state.order}
          review={review}
          send={send}
          correct={correct}
        />
      );
    case 'sending':
    case 'unknown':
    case 'ended':
      return <ExchangeEnd state={state} send={send} onClose={onClose} />;
    case 'editing':
    case 'checking':
      break;
    default:
      return state satisfies never;
  }
  return (
    <ExchangeFields
      wallets={wallets}
      viewer={viewer}
      balance={balance}
      nowMs={nowMs}
      form={form}
      isAsking={state.phase === 'checking'}
      isReturn={exchanging.isReturn}
    />
  );
}
