import { useEffect, useState, type ReactElement, type SyntheticEvent } from 'react';

import type { ReceiptKeysAnswer } from '../../../../contract/fairness.ts';
import type { ReceiptClaims } from '../../../../contract/fairness/commitment.ts';
import type { ProofRow } from '../../../../local/rows.ts';
import { Answer } from '../../../shared/rewards/answer-frame.tsx';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { formatLongDateTime } from '../../../ui/text/format-time.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { judgeReceipt, verifyReceipt, type VerifiedReceipt } from './receipt.ts';

const KEYS_PATH = '/receipt-keys';

export function CheckReceipt({ proof }: { readonly proof: ProofRow }): ReactElement {
  return (
    <Fold isSection title="Check a receipt">
      <Answer asked={{ path: KEYS_PATH }} awaited={AWAITED}>
        {({ keys }, failure) => (
          <ReceiptForm proof={proof} keys={keys} areOld={failure !== undefined} />
        )}
      </Answer>
    </Fold>
  );
}

const AWAITED = (
  <Loading what="Loading the keys">
    <Skeleton height="5rem" />
  </Loading>
);

interface FormProps {
  readonly proof: ProofRow;
  readonly keys: ReceiptKeysAnswer['keys'];
  readonly areOld: boolean;
}

/** What became of checking a receipt; anew when the keys have come that the phone did not have. */
function useFinding(
  receipt: string | undefined,
  keys: ReceiptKeysAnswer['keys'],
): VerifiedReceipt | undefined {
  const [found, setFound] = useState<{ receipt: string; verified: VerifiedReceipt }>();
  useEffect(() => {
    if (receipt === undefined) return undefined;
    let isLatest = true;
    const check = async (): Promise<void> => {
      const verified = await verifyReceipt(receipt, keys);
      if (isLatest) setFound({ receipt, verified });
    };
    void check();
    return () => {
      isLatest = false;
    };
  }, [receipt, keys]);
  return found?.receipt === receipt ? found?.verified : undefined;
}

function ReceiptForm({ proof, keys, areOld }: FormProps): ReactElement {
  const [text, setText] = useState('');
  const [receipt, setReceipt] = useState<string>();
  const found = useFinding(receipt, keys);
  const check = (event: SyntheticEvent): void => {
    event.preventDefault();
    setReceipt(text);
  };
  return (
    <form className="stack g3" onSubmit={check}>
      <p className="sm muted">
        Each guess has a signed receipt, under Your guesses. It proves its number, time and code.
        This browser checks it itself.
      </p>
      <Field label="Receipt">
        <Input
          value={text}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setReceipt(undefined);
          }}
        />
      </Field>
      <Button type="submit">Check</Button>
      {found && <Finding found={found} proof={proof} areOld={areOld} />}
    </form>
  );
}

const REFUSALS = {
  unreadable: 'This is not a receipt, or part of it is missing.',
  'unknown-key': 'No key that Goodies publishes has signed this receipt.',
  forged: 'This receipt was changed, or Goodies did not sign it.',
} as const;

function Finding({
  found,
  proof,
  areOld,
}: Omit<FormProps, 'keys'> & { readonly found: VerifiedReceipt }): ReactElement {
  if (found.outcome === 'unknown-key' && areOld)
    return (
      <Alert tone="warn">
        None of the keys on this phone has signed this receipt. A newer one may have: check it again
        with a connection.
      </Alert>
    );
  if (found.outcome === 'genuine') return <Genuine claims={found.claims} proof={proof} />;
  if (found.outcome === 'unsupported')
    return (
      <Alert tone="warn">
        This browser cannot check signatures of this kind (Ed25519). A newer one can, or any tool
        that checks a JWS, with the keys at{' '}
        <code className="anywhere">{`${location.origin}/api/v1${KEYS_PATH}`}</code>
      </Alert>
    );
  return <Alert tone="bad">{REFUSALS[found.outcome]}</Alert>;
}

const TONES = { agrees: 'ok', contradicts: 'bad', open: 'ok', 'other-voucher': 'warn' } as const;

interface GenuineProps {
  readonly claims: ReceiptClaims;
  readonly proof: ProofRow;
}

function Genuine({ claims, proof }: GenuineProps): ReactElement {
  const { outcome, says } = judgeReceipt(claims, proof);
  const at = new Date(claims.created_at);
  return (
    <>
      <Alert tone={TONES[outcome]}>
        <div className="stack g2">
          <p>
            <strong>This receipt is genuine.</strong> {says}
          </p>
          {outcome === 'contradicts' && (
            <p>That is not what was published. Keep the receipt, and save the proof.</p>
          )}
          {outcome === 'other-voucher' && (
            <p>
              <TextLink href={`/v/${claims.voucher}/fairness`}>Check it there</TextLink>
            </p>
          )}
        </div>
      </Alert>
      <Facts
        rows={[
          ['Number', formatCount(claims.number)],
          ['Code', claims.code],
          ['Accepted', formatLongDateTime(at)],
        ]}
      />
    </>
  );
}
