/**
 * Taps on buttons wait until the app runs: the document's own script marks the button that was tapped last
 * (`HOLD_TAPS_SCRIPT`). This ends the waiting and repeats that tap.
 * @param root the app's root, hydrated, with all code that it suspends for loaded
 */
export function repeatEarlyTap(root: HTMLElement): void {
  root.dataset['running'] = '';
  const tapped = root.querySelector<HTMLElement>('button[data-tapped]');
  tapped?.removeAttribute('data-tapped');
  tapped?.click();
}
