/** A page of some browser, as far as the standards of automation agree. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** @param body of a function whose arguments are `args`; may be asynchronous */
  run<T>(body: string, ...args: readonly string[]): Promise<T>;
  /** Clicks what such a function returns. */
  click(body: string, ...args: readonly string[]): Promise<void>;
  /** Types into what such a function returns. */
  type(text: string, body: string, ...args: readonly string[]): Promise<void>;
  /** Closes the browser, whose profile goes with it. */
  close(): Promise<void>;
}

/** A phone's window. */
export const WINDOW = { width: 390, height: 844 };
