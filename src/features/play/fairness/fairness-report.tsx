import type { ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';

import { readSealedRules, type SealedRules } from '../../../../contract/fairness/sealed-rules.ts';
import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import {
  type Check,
  type CheckName,
  writeProofFile,
} from '../../../../contract/fairness/proof-file.ts';
import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import type { ProofRow, VoucherRow } from '../../../../local/rows.ts';
import { proofFileOf } from '../../../../local/voucher-proof.ts';
import { Fold } from '../../../ui/display/fold.tsx';
import { formatExactMinor, formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatLongDateTime, relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { saveFile } from '../../../platform/save-file.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { ticketVariantOf } from '../../../shared/vouchers/voucher-reveal.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './fairness.module.css';
import { CheckReceipt } from './check-receipt.tsx';
import { MoneyTrail } from './money-trail.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { codeProof, ExplainedCode } from './proved-code.tsx';

/** How the promise works, for people who never heard of a hash. */
function Explanation({ commitment }: { readonly commitment: string }): ReactElement {
  return (
    <Fold isSection title="How it works">
      <ol className={cx('stack g2', css['steps'])}>
        <li>
          Before anybody could guess, every digit went into an envelope of its own, together with a
          long random number, so that nobody can try what is inside.
        </li>
        <li>
          All envelopes and the rules were closed with one seal. It was published at once, and your
          phone keeps the first one it saw.
        </li>
        <li>
          When a digit opens, its random number is given out too. Your phone closes the envelope
          again: only the same digit gives the same seal.
        </li>
        <li>
          When the voucher is over, the key to all envelopes is published, and the whole code can be
          checked.
        </li>
      </ol>
      <p className="sm">
        The seal of this voucher:
        <br />
        <code className="anywhere">{commitment}</code>
      </p>
    </Fold>
  );
}

const BP_PER_PERCENT = 100;
const MS_PER_SECOND = 1_000;

const momentOf = (ms: number | null | undefined): string | undefined =>
  typeof ms === 'number' ? formatLongDateTime(new Date(ms)) : undefined;

const METHODS: Readonly<Record<string, string>> = {
  views: 'By views',
  time: 'By time',
  lottery: 'Lottery',
};

function factsOf(rules: SealedRules): [label: string, value: string][] {
  const { revealMethod = '', firstRevealViews, secondRevealViews, opensAtMs, closesAtMs } = rules;
  const views = [firstRevealViews, secondRevealViews].filter((count) => typeof count === 'number');
  const facts: [string, string | undefined][] = [
    ['Prize', formatExactMinor(BigInt(rules.amount), rules.currency)],
    ['Fee on top', `${rules.feeBp / BP_PER_PERCENT}%`],
    ['Hidden digits', rules.hidden.map((position) => position + 1).join(', ')],
    ['Digits open', METHODS[revealMethod]],
    ['Views for a digit', views.map(formatCount).join(', ')],
    ['A digit opens', momentOf(opensAtMs)],
    ['Entries close', momentOf(closesAtMs)],
    ['Wait after a guess', rules.waitMs ? `${rules.waitMs / MS_PER_SECOND} s` : undefined],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

const TITLES: Readonly<Record<CheckName, string>> = {
  voucher: 'This voucher',
  seal: 'The same seal',
  rules: 'The rules',
  digits: 'The digits',
  paths: 'Their paths',
  code: 'The whole code',
  ticket: 'The ticket',
  entries: 'The entries',
};

const OUTCOMES = {
  pass: { tone: 'ok', word: 'Holds' },
  fail: { tone: 'bad', word: 'Fails' },
  open: { tone: 'neutral', word: 'Not yet' },
} as const satisfies Record<Check['outcome'], object>;

function CheckLine({ check: { name, outcome, says } }: { readonly check: Check }): ReactElement {
  const { tone, word } = OUTCOMES[outcome];
  return (
    <li className={cx('line apart', css['check'])}>
      <span>
        <strong>{TITLES[name]}</strong>
        <br />
        <span className="sm muted">{says}</span>
      </span>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}

function Outcome({ verdict }: { readonly verdict: Verdict }): ReactElement {
  if (!verdict.hasFailed) {
    const isWhole = verdict.checks.every(
      ({ name, outcome }) => name !== 'ticket' || outcome === 'pass',
    );
    return (
      <Alert tone="ok">
        <div className="stack g2">
          <p>
            The hidden digits were sealed before anybody could guess, and nobody can change them.
          </p>
          <p>
            {isWhole
              ? 'This device has checked every digit that is open: each is the one that was sealed.'
              : 'This device does not have the proof of every open digit yet.'}
          </p>
        </div>
      </Alert>
    );
  }
  const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail');
  return (
    <Alert tone="bad">
      <div className="stack g2">
        <p>
          <strong>This proof does not hold.</strong> {failed.map(({ says }) => says).join(' ')}
        </p>
        <p>
          Do not guess on this voucher or share it. Save the proof: it shows anybody what is wrong.
        </p>
      </div>
    </Alert>
  );
}

export function progressText(
  proof: Pick<ProofRow, 'digits' | 'master'>,
  hiddenAtFirst: number,
): string {
  const opened = proof.digits.length - (CODE_LENGTH - hiddenAtFirst);
  if (proof.master !== null) return 'The voucher is over. Its whole code is open, and proved.';
  if (opened <= 0) return `No hidden digit has opened yet. ${hiddenAtFirst} are still sealed.`;
  const left = hiddenAtFirst - opened;
  return `${plural(opened, 'hidden digit has', 'hidden digits have')} opened so far, ${left} still sealed.`;
}

export interface FairnessReportProps {
  readonly voucher: VoucherRow;
  readonly proof: ProofRow;
  readonly verdict: Verdict;
  readonly isOffline: boolean;
}

export function FairnessReport({
  voucher,
  proof,
  verdict,
  isOffline,
}: FairnessReportProps): ReactElement {
  const now = useNow(MINUTE_MS);
  const rules = readSealedRules(proof.rules);
  const maskedCode = voucher.code ?? voucher.masked_code;
  const save = (): void =>
    saveFile(
      new Blob([writeProofFile(proofFileOf(proof))], { type: 'application/json' }),
      `goodies-proof-${proof.ulid}.json`,
    );
  return (
    <div className={css['report']}>
      <div className="stack g4">
        <Outcome verdict={verdict} />
        <Card
          className={cx('stack g3', css['paper'])}
          data-stock={ticketVariantOf(voucher)}
          aria-label="Digits"
        >
          <ExplainedCode code={{ maskedCode }} proof={codeProof(maskedCode, verdict)} />
          {rules && !verdict.hasFailed && (
            <p className="sm">{progressText(proof, rules.hidden.length)}</p>
          )}
          <p className="xs muted">
            {isOffline ? 'Checked offline, from what this phone saved ' : 'Saved on this phone '}
            {relativeTimeWithin(new Date(proof.fetchedAt), now)}.
          </p>
        </Card>
        <Button block onClick={save}>
          <Icon of={downloadIcon} size="sm" /> Save the proof
        </Button>
      </div>
      <div className="stack g3">
        <Fold isSection title="What was checked">
          <ul className={css['list']}>
            {verdict.checks.map((check) => (
              <CheckLine key={check.name} check={check} />
            ))}
          </ul>
          <p className="xs muted desk">
            Anybody can check the saved file without us:{' '}
            <code>npx tsx scripts/verify-proof.ts proof.json</code>
          </p>
        </Fold>
        <Explanation commitment={proof.commitment} />
        {rules && (
          <Fold isSection title="The sealed rules">
            <Facts rows={factsOf(rules)} />
          </Fold>
        )}
        <CheckReceipt proof={proof} />
        <MoneyTrail money={proof.money} />
      </div>
    </div>
  );
}
