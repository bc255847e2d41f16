import type { ChaosOutcome } from './run-chaos.ts';
import { backAfterMs, begunBetween, countOf, isServerError } from './watch.ts';

const LONGEST_ALLOWED_MS = 30_000;
/** What is shown of a list that should be empty. */
const SHOWN = 5;

interface Line {
  readonly what: string;
  readonly value: string;
  readonly isMet: boolean;
  readonly details: readonly string[];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const emptyLine = (what: string, list: readonly string[]): Line => ({
  what,
  value: `${list.length}`,
  isMet: list.length === 0,
  details: list.slice(0, SHOWN),
});

const numberLine = (what: string, value: number): Line => ({
  what,
  value: `${value}`,
  isMet: value === 0,
  details: [],
});

/** Races are lost by most who run in them; what is refused more often than that proves little. */
const DONE_AT_LEAST = 0.2;

const mostlyRefused = ({ answers }: ChaosOutcome): string[] =>
  [...answers]
    .filter(([, { done, refused }]) => done < (done + refused) * DONE_AT_LEAST)
    .map(([path, { done, refused }]) => `${path}: ${done} done, ${refused} refused`);

/** What was answered by 500, and what was broken then. */
const serverErrors = ({ attempts, faults }: ChaosOutcome): string[] =>
  attempts.filter(isServerError).map(({ path, beganMs }) => {
    const fault = faults.findLast((one) => one.beganMs <= beganMs);
    return `${path} in ${fault?.name ?? 'calm'}`;
  });

/** What has to hold, a line each. @param backWithinMs how soon after a fault it has to be as before */
export function linesOf(outcome: ChaosOutcome, backWithinMs: number): Line[] {
  const { attempts, faults } = outcome;
  const { longestMs } = countOf(attempts);
  const backMs = Math.max(0, ...faults.map((fault) => backAfterMs(attempts, fault)));
  return [
    emptyLine('kinds of requests that were mostly refused', mostlyRefused(outcome)),
    emptyLine('guesses lost, or with another number', outcome.lostGuesses),
    emptyLine('movements lost', outcome.lost),
    emptyLine('movements doubled, or that nobody was told of', outcome.doubled),
    emptyLine('wallets that hold another amount', outcome.wrongWallets),
    emptyLine('answers that contradict each other', outcome.contradictions),
    emptyLine(
      `anomalies in ${outcome.history.operations} operations on wallets and vouchers`,
      outcome.history.anomalies.map(({ kind, words }) => `${kind}: ${words}`),
    ),
    emptyLine('requests without an answer at the end', outcome.unanswered),
    emptyLine('answers of 500', serverErrors(outcome)),
    {
      what: 'longest request, s (< 30)',
      value: seconds(longestMs),
      isMet: longestMs < LONGEST_ALLOWED_MS,
      details: [],
    },
    {
      what: `back by itself after a fault, s (≤ ${backWithinMs / 1000})`,
      value: seconds(backMs),
      isMet: backMs <= backWithinMs,
      details: [],
    },
    ...Object.entries(outcome.others).map(([what, list]) => emptyLine(what, list)),
    numberLine('nodes that ended by themselves', outcome.nodesEnded),
    numberLine('payments, withdrawals and draws without an end', outcome.open.after),
    {
      what: 'npm run books',
      value: outcome.areBooksClean ? 'clean' : 'broken',
      isMet: outcome.areBooksClean,
      details: [],
    },
  ];
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function faultRow({ attempts, faults }: ChaosOutcome, name: string): string {
  const times = faults.filter((fault) => fault.name === name);
  const during = times.flatMap(({ beganMs, untilMs }) => begunBetween(attempts, beganMs, untilMs));
  const { requests, unavailable, badGateway, silent, longestMs } = countOf(during);
  const longestFaultMs = Math.max(...times.map(({ beganMs, endedMs }) => endedMs - beganMs));
  const backMs = Math.max(...times.map((fault) => backAfterMs(attempts, fault)));
  return row(
    name,
    times.length,
    seconds(longestFaultMs),
    requests,
    unavailable,
    badGateway,
    silent,
    seconds(longestMs),
    seconds(backMs),
  );
}

/** A run as Markdown, for a terminal and for docs/reliability.md. */
export function renderReport(outcome: ChaosOutcome, lines: readonly Line[]): string {
  const { attempts, faults, stories, impossible } = outcome;
  const names = [...new Set(faults.map(({ name }) => name))];
  const { requests } = countOf(attempts);
  const answered = [...outcome.answers]
    .map(([path, { done, refused }]) => `${path} ${done} (${refused} refused)`)
    .join(', ');
  const told = [...stories].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    `${requests} requests in ${outcome.seconds.toFixed(0)} s; ${outcome.movements} movements in wallets; ${outcome.open.before} ends that only a job found.`,
    `Stories: ${told}.`,
    `Answered for good: ${answered}.`,
    '',
    row(
      'fault',
      'times',
      'lasted, s',
      'requests',
      '503',
      '502',
      'no answer',
      'longest, s',
      'back after, s',
    ),
    row('---', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:'),
    ...names.map((name) => faultRow(outcome, name)),
    ...impossible.map(
      (name) =>
        `\n!!! NOT RUN: ${name}. This account may not mount a file system, or divide the network. !!!`,
    ),
    '',
    row('what has to hold', 'found', ''),
    row('---', '--:', '---'),
    ...lines.flatMap(({ what, value, isMet, details }) => [
      row(what, value, isMet ? '✓' : '✗'),
      ...details.map((detail) => row(`· ${detail}`, '', '')),
    ]),
  ].join('\n');
}
