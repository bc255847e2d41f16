import { useEffect, useEffectEvent, useState, type ClipboardEvent, type ReactElement } from 'react';
import scanLineIcon from 'lucide/dist/esm/icons/scan-line.mjs';

import { REDEEM_CLOSE_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { readWallets } from '../../../../local/queries/money.ts';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';
import { closeRedeem, codeGiven } from '../../../shared/payment-vouchers/open-redeem.ts';
import { voucherLink } from '../../../shared/vouchers/share-voucher.tsx';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm, type Form } from '../../../platform/form/use-form.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid } from '../../../ui/layout/layout.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { useKeepOpen } from '../../../ui/overlay/use-modal.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { readPasted, readRedeemInput } from './read-redeem-input.ts';
import { cx } from '../../../ui/cx.ts';
import css from './redeem-sheet.module.css';
import { ReleaseStep } from './release-step.tsx';
import { useRedeem } from './use-redeem.ts';
import { useScan } from './use-scan.tsx';

export function Success({ redeemed }: { readonly redeemed: Redeemed }): ReactElement {
  const { message, currency } = redeemed;
  const [since] = useState(serverNow);
  const { data: wallets } = useLive(readWallets, []);
  const wallet = wallets?.find((row) => row.currency === currency);
  const isFresh = wallet !== undefined && wallet.fetchedAt >= since;
  return (
    <div className={cx('column', css['success'])}>
      <Mascot variant="sticker-win" />
      <p className="display xl" role="status">
        {message}
      </p>
      <p className="sm muted">
        {isFresh
          ? `Your balance is now ${formatMoney(wallet.amount, currency)}`
          : 'The money is in your wallet'}
      </p>
    </div>
  );
}

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title="Redeem Goodies">
      <div className={css['step']}>
        <Redeem onClose={onClose} />
      </div>
    </Sheet>
  );
}

/** Begins anew with each opening, for the sheet mounts it only while it is open. */
function Redeem({ onClose }: Pick<RedeemSheetProps, 'onClose'>): ReactElement {
  const redeeming = useRedeem(onClose);
  const { redeemed, releasing, isBusy, claim } = redeeming;
  const [given] = useState(codeGiven);
  const state = useState({ code: given.code });
  const { sent } = given;
  const input =
    sent === undefined ? readRedeemInput(state[0].code) : ({ kind: 'sent', ulid: sent } as const);
  const form = useForm({
    fields: ['code'],
    state,
    wrong: input.kind === 'none' ? { code: input.problem } : {},
    send() {
      if (input.kind === 'sent') return claim({ voucher_id: input.ulid });
      if (input.kind === 'code') return claim({ code: input.code });
      if (input.kind === 'none') return undefined;
      onClose();
      return navigate(voucherLink('', input.id, input.referralCode));
    },
    errorsOf: ({ message }) => (sent === undefined ? { code: message } : {}),
  });
  useKeepOpen(isBusy);
  useEffect(() => {
    if (given.isToClaim) form.ref.current?.requestSubmit();
  }, [given, form.ref]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!redeemed) return undefined;
    const timer = setTimeout(() => close(), REDEEM_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [redeemed]);
  if (redeemed) return <Success redeemed={redeemed} />;
  if (releasing === undefined)
    return sent === undefined ? <CodeStep form={form} /> : <SentStep form={form} />;
  return <ReleaseStep named={releasing} redeeming={redeeming} onUsed={form.refuse} />;
}

/** Money that was sent to the user is claimed as the sheet opens; the button is for another try. */
function SentStep({ form }: CodeStepProps): ReactElement {
  const { ref, failure, isBusy, onSubmit } = form;
  return (
    <form ref={ref} className="stack" noValidate onSubmit={onSubmit}>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <SubmitButton loading={isBusy} loadingLabel="Claiming">
        Claim
      </SubmitButton>
    </form>
  );
}

interface CodeStepProps {
  readonly form: Form<'code', { readonly code: string }>;
}

function CodeStep({ form }: CodeStepProps): ReactElement {
  const { ref, values, errors, isBusy, change, onSubmit } = form;
  const { code } = values;
  const isOffline = useConnectivity() === 'offline';
  const { scan, notice } = useScan(code, (scanned) => {
    if (scanned.kind === 'code') return change({ code: scanned.code });
    closeRedeem();
    navigate(scanned.path);
  });
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text');
    const left = readPasted(pasted);
    // A part of a code is pasted where the caret is, as anywhere.
    if (left === pasted) return;
    event.preventDefault();
    change({ code: left });
  };
  return (
    <form ref={ref} className="stack" noValidate onSubmit={onSubmit}>
      <Field
        label="Voucher code"
        help="The code is on the voucher link or slip you received. A link can be pasted too."
        error={errors.code && <span role="alert">{errors.code}</span>}
      >
        <Input
          digits
          data-field="code"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="0000 0000 00000"
          readOnly={isBusy}
          onPaste={paste}
          onChange={({ target }) => change({ code: target.value })}
        />
      </Field>
      {notice}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Grid columns={2}>
        <Button size="lg" onClick={scan}>
          <Icon of={scanLineIcon} size="sm" /> Scan QR
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={code === ''}
          loading={isBusy}
          loadingLabel="Redeeming"
        >
          Claim
        </Button>
      </Grid>
    </form>
  );
}
