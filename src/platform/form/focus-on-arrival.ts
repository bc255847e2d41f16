/** A ref for the heading of a further step: what had the focus went with the step before. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
