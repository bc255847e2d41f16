import { act, type ReactNode } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { afterEach, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots = new Set<Root>();

afterEach(() => {
  for (const root of roots) act(() => root.unmount());
  roots.clear();
  document.body.replaceChildren();
});

export interface Rendered {
  readonly container: HTMLElement;
  readonly rerender: (node: ReactNode) => void;
}

/** Renders into the document and unmounts after the test. */
export function render(node: ReactNode, options?: RootOptions): Rendered {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container, options);
  roots.add(root);
  const rerender = (next: ReactNode): void => act(() => root.render(next));
  rerender(node);
  return { container, rerender };
}

/** Lets what was begun end, and renders what comes of it. */
export const settle = (): Promise<void> => act(async () => undefined);

/** Lets that time pass, with fake timers. */
export const pass = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Renders what comes until the check holds. */
export const until = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await settle();
      check();
    },
    { timeout: 10_000 },
  );

/** The only matching element; it fails for none or several. */
export function one(scope: ParentNode, selector: string): HTMLElement {
  const found = scope.querySelectorAll<HTMLElement>(selector);
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} elements match ${selector}`);
  return first;
}

export const click = (element: HTMLElement): void => act(() => element.click());

export const press = (element: Element, key: string): void =>
  act(() => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

/** Sets the text as typing does; React hears only a change by the prototype's setter. */
export const type = (field: HTMLElement, text: string): void =>
  act(() => {
    const prototype = Object.getPrototypeOf(field) as HTMLElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** The first button with this name; a pattern may stand for a part of it. */
export function buttonNamed(scope: ParentNode, name: string | RegExp): HTMLButtonElement {
  const found = [...scope.querySelectorAll('button')].find((button) => {
    const own = button.getAttribute('aria-label') ?? button.textContent;
    return typeof name === 'string' ? own === name : name.test(own);
  });
  if (!found) throw new Error(`no button ${name}`);
  return found;
}
