import puppeteer, { type ElementHandle } from 'puppeteer-core';

import { WINDOW, type Driver } from './driver.ts';

const callOf = (body: string, args: readonly string[]): string =>
  `(async (...args) => { ${body} })(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

/** Firefox, by WebDriver BiDi. @param executablePath of the browser */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: WINDOW,
  });
  const page = await browser.newPage();
  const find = async (body: string, args: readonly string[]): Promise<ElementHandle> => {
    const handle = await page.evaluateHandle(callOf(body, args));
    const element = handle.asElement();
    if (!element) throw new Error('the script returned no element');
    return element as ElementHandle;
  };
  return {
    // A server that is away is what some tests are about.
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: <T>(body: string, ...args: readonly string[]) =>
      page.evaluate(callOf(body, args)) as Promise<T>,
    click: async (body, ...args) => (await find(body, args)).click(),
    type: async (text, body, ...args) => (await find(body, args)).type(text),
    close: () => browser.close(),
  };
}
