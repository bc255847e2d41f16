export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
