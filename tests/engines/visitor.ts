import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect } from '@playwright/test';

import type { Driver } from './driver.ts';

/** Finds by roles, names and labels; as a script of the driver's it is subject to no policy of the page. */
const QUERIES = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** A name is the whole of it, or what it begins with when it ends in '…'. */
const MATCHER = `const matcher = (name) => name.endsWith('…')
  ? (text) => text.startsWith(name.slice(0, -1))
  : name;`;
const BY_ROLE = `${MATCHER}
const [role, name] = args;
const element = TestingLibraryDom.queryAllByRole(document.body, role, { name: matcher(name) })
  .find((one) => one.checkVisibility?.() ?? true);
// What moves is missed by who aims at it.
const place = () => JSON.stringify(element?.getBoundingClientRect());
for (let before; before !== place(); ) {
  before = place();
  await new Promise((resolve) => setTimeout(resolve, 100));
}
return element ?? null;`;
const BY_LABEL = `${MATCHER}
return TestingLibraryDom.queryByLabelText(document.body, matcher(args[0]), { selector: 'input' });`;
const SHOWN = 'return document.body?.innerText ?? "";';

/** Of somebody on a busy machine. */
const TIMEOUT_MS = 40_000;

/** Somebody in front of a browser, who sees roles, names and texts, and waits for them. */
export interface Visitor {
  /** Whether the address answers or not: the page that comes is looked at next. */
  open(address: string): Promise<void>;
  see(text: string | RegExp): Promise<void>;
  tap(role: string, name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  run: Driver['run'];
  leave(): Promise<void>;
}

/** @param url of the server, which paths are relative to */
export function visitorOf(driver: Driver, url: string): Visitor {
  const withQueries = async (): Promise<void> => {
    if (!(await driver.run<boolean>('return "TestingLibraryDom" in globalThis')))
      await driver.run(QUERIES);
  };
  /** What a page replaces between being found and being used is found again. */
  const act = (what: string, work: () => Promise<unknown>): Promise<void> =>
    expect(async () => {
      await withQueries();
      try {
        await work();
      } catch (error) {
        const shown = await driver.run<string>(SHOWN);
        throw new Error(`${String(error)} in what is shown:\n${shown}`, { cause: error });
      }
    }, what).toPass({ timeout: TIMEOUT_MS });
  return {
    open: (address) => driver.goto(new URL(address, url).href).catch(() => undefined),
    see: (text) =>
      expect
        .poll(() => driver.run<string>(SHOWN).catch(() => ''), { message: `sees ${String(text)}` })
        .toMatch(text),
    tap: (role, name) => act(`taps ${role} ${name}`, () => driver.click(BY_ROLE, role, name)),
    fill: (label, text) => act(`fills in ${label}`, () => driver.type(text, BY_LABEL, label)),
    run: (body, ...args) => driver.run(body, ...args),
    leave: () => driver.close(),
  };
}
