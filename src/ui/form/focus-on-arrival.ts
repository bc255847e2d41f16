const TEXT_FIELD =
  'textarea,input:not([inputmode=none],[type=button],[type=checkbox],[type=file],[type=radio],[type=range],[type=submit])';

export const hasTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether a keyboard comes up over the screen when this element has the focus. */
export const opensKeyboard = (element: Element | null): boolean =>
  element?.matches(TEXT_FIELD) === true && hasTouch();

/** Moves the focus to where the user was led, unless a keyboard would then cover the screen. */
export function focusOnArrival(element: HTMLElement | null | undefined): void {
  if (element && !opensKeyboard(element)) element.focus();
}
