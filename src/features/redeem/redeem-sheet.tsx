import { useState, type FormEvent, type ReactElement } from 'react';

import { ERRORS } from '../../../contract/errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { loginPathFor } from '../../lib/next-path.ts';
import { navigate } from '../../lib/router.tsx';
import { readSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ScanLineIcon } from '../../ui/icons/scan-line-icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Grid } from '../../ui/layout.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast-store.ts';
import { readRedeemInput } from './read-redeem-input.ts';

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

type Redeem =
  | { readonly phase: 'idle' }
  | { readonly phase: 'processing' }
  | { readonly phase: 'error'; readonly message: string };

const IDLE: Redeem = { phase: 'idle' };
const failedWith = (message: string): Redeem => ({ phase: 'error', message });

/**
 * A giveaway's link leads to its page. A code would be paid out by the server, which does not take any yet:
 * that is said, and nothing is sent.
 */
async function claim(text: string, leaveFor: (path: string) => void): Promise<Redeem> {
  const input = readRedeemInput(text);
  if (input.kind === 'empty') return failedWith(ERRORS.redeem_empty.message);
  if (input.kind === 'giveaway') {
    leaveFor(`/v/${input.id}`);
    return IDLE;
  }
  if ((await readSession()) !== 'signed-in') {
    toast(ERRORS.redeem_login_required.message, { kind: 'error' });
    leaveFor(loginPathFor(location.pathname + location.search));
    return IDLE;
  }
  return failedWith(
    `${ERRORS.redeem_failed.message}. Codes cannot be redeemed here yet: nothing was sent, and the voucher keeps its money.`,
  );
}

/** Where a voucher's code, link or id is typed or pasted in. */
export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title={MESSAGES.redeemTitle}>
      <RedeemForm onClose={onClose} />
    </Sheet>
  );
}

/** Begins anew with each opening, for the sheet mounts it only while it is open. */
function RedeemForm({ onClose }: Pick<RedeemSheetProps, 'onClose'>): ReactElement {
  const [text, setText] = useState('');
  const [redeem, setRedeem] = useState<Redeem>(IDLE);

  const leaveFor = (path: string): void => {
    onClose();
    navigate(path);
  };

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (redeem.phase === 'processing') return;
    setRedeem({ phase: 'processing' });
    void claim(text, leaveFor).then(setRedeem);
  };

  return (
    <form className="stack" onSubmit={onSubmit}>
      <Field
        label="Voucher code"
        help="Type the code you received, or paste the link of a giveaway."
        error={redeem.phase === 'error' && <span role="alert">{redeem.message}</span>}
      >
        <Input
          digits
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="0000 0000 00000"
          onChange={(event) => {
            setText(event.target.value);
            setRedeem(IDLE);
          }}
        />
      </Field>
      <Grid columns={2}>
        <Button size="lg" onClick={() => void toast(MESSAGES.scanInApp)}>
          <ScanLineIcon size="sm" /> Scan QR
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={text.trim() === ''}
          loading={redeem.phase === 'processing'}
        >
          Claim
        </Button>
      </Grid>
    </form>
  );
}
