const STEPS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const;

/** The next index for a key, wrapping at the ends; undefined for a key that does not move. */
export function moveIndex(
  key: string,
  current: number,
  count: number,
  axis: keyof typeof STEPS,
): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const steps: Readonly<Record<string, number>> = STEPS[axis];
  const step = steps[key];
  return step === undefined ? undefined : (current + step + count) % count;
}
