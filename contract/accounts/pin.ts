/** Whether the PIN repeats one digit or counts up or down, because attackers try these first. */
export function isSimplePin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
