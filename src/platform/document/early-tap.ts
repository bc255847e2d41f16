/** Repeats the tap that `HOLD_TAPS_SCRIPT` stored before hydration; all code must be loaded. */
export function repeatEarlyTap(root: HTMLElement): void {
  root.dataset['running'] = '';
  const tapped = root.querySelector<HTMLElement>('button[data-tapped]');
  tapped?.removeAttribute('data-tapped');
  tapped?.click();
}
