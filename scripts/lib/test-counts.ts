export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

// oxlint-disable-next-line no-control-regex -- terminal colours begin with a control character
const COLOURS = /\u001B\[[0-9;]*m/g;

const numberBefore = (word: string, text: string): number =>
  Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);

/**
 * Reads vitest's `Tests` line, Playwright's last lines, or `name: N passed, N failed`.
 * @returns undefined when the output contains no counts
 */
export function countTests(output: string): TestCounts | undefined {
  const lines = output.replaceAll(COLOURS, '').split('\n');
  const vitest = lines.findLast((line) => /^\s*Tests\s+\d/.test(line));
  const ours = lines.findLast((line) => /^\S.*: \d+ passed, \d+ failed$/.test(line));
  const playwright = lines.filter((text) => /^\s*\d+ (?:passed|failed)\b/.test(text)).join('\n');
  const counts = vitest ?? ours ?? playwright;
  if (!counts) return undefined;
  return { passed: numberBefore('passed', counts), failed: numberBefore('failed', counts) };
}
