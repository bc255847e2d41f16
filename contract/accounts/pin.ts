/** Whether a PIN is among those that are tried first: one digit all along, or digits that follow one another. */
export function isSimplePin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
