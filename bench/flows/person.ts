import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { logIn, withPhone } from '../phone.ts';
import { PROCESSOR_SLOWDOWN } from '../visits.ts';
import type { Account } from './accounts.ts';
import type { Stand } from './stand.ts';

export interface Measured {
  readonly taps: number;
  readonly seconds: number;
}

const STEP_LIMIT_MS = 90_000;

/** Somebody with a phone, who never hesitates; the last screen that was awaited ends the time. */
export class Person {
  #page: Page;
  #taps = 0;
  #startedAtMs = 0;
  #lastMs = 0;
  readonly #stand: Stand;

  constructor(page: Page, stand: Stand) {
    this.#page = page;
    this.#stand = stand;
  }

  get page(): Page {
    return this.#page;
  }

  get measured(): Measured {
    return { taps: this.#taps, seconds: (this.#lastMs - this.#startedAtMs) / 1000 };
  }

  /** From here on phone and line are slow, and taps and time count. */
  async begin(): Promise<void> {
    await this.#slowDown();
    this.#stand.setSlow(true);
    this.#taps = 0;
    this.#startedAtMs = performance.now();
  }

  async #slowDown(): Promise<void> {
    const devtools = await this.#page.context().newCDPSession(this.#page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  }

  async tap(place: Locator): Promise<void> {
    this.#taps += 1;
    await place.tap();
  }

  /** A field that has the cursor needs no tap, and keys are not counted. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await field.evaluate((element) => element === document.activeElement)))
      await this.tap(field);
    await field.fill(text);
  }

  /** Opening a list and choosing from it. */
  async choose(list: Locator, option: string): Promise<void> {
    this.#taps += 2;
    await list.selectOption(option);
  }

  /** Keys of a keypad on the screen count as little as those of a keyboard. */
  async press(keypad: Locator, digits: string): Promise<void> {
    for (const name of digits)
      await keypad.getByRole('button', { name, exact: true }).first().tap();
  }

  /** Taps outside the app. */
  elsewhere(taps: number): void {
    this.#taps += taps;
  }

  async openLink(address: string): Promise<void> {
    this.#taps += 1;
    await this.#page.goto(address, { waitUntil: 'commit' });
  }

  /** As a mail does. */
  async openLinkInNewTab(address: string): Promise<void> {
    this.#page = await this.#page.context().newPage();
    await this.#slowDown();
    await this.openLink(address);
  }

  /** Waits until it is painted. */
  async see(place: Locator): Promise<void> {
    await place.first().waitFor();
    await this.#page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    this.#lastMs = performance.now();
  }

  /** @returns whether the first of two that may come is there */
  async seesFirst(first: Locator, second: Locator): Promise<boolean> {
    await first.or(second).first().waitFor();
    return first.first().isVisible();
  }
}

async function openApp(page: Page, stand: Stand, account: Account): Promise<void> {
  await page.goto(`${stand.url}/login`);
  await logIn(page, account);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The rest of the code is cached once the page is idle.
  await page.waitForFunction(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.includes('/index.html'));
  });
  await page.goto(`${stand.url}/`, { waitUntil: 'networkidle' });
}

/**
 * Runs `walk` on a phone that nobody has used yet, or where the app of `account` is open at home.
 * @returns what the person did from `begin` on
 */
export async function measureWalk(
  stand: Stand,
  account: Account | undefined,
  walk: (person: Person) => Promise<void>,
): Promise<Measured> {
  stand.setSlow(false);
  const work = async (context: BrowserContext): Promise<Measured> => {
    context.setDefaultTimeout(STEP_LIMIT_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    if (account) await openApp(page, stand, account);
    const person = new Person(page, stand);
    await walk(person).catch(async (error: unknown) => {
      const picture = path.join(tmpdir(), `goodies-flow-${stand.name}.png`);
      await person.page.screenshot({ path: picture });
      throw new Error(`stuck as in ${picture}`, { cause: error });
    });
    return person.measured;
  };
  return withPhone([stand.browserFlag], work);
}
