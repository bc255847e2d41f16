import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect } from '@playwright/test';
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver';

import type { WebKitPrograms } from '../../scripts/lib/programs.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import { WINDOW, type Driver } from './driver.ts';

/** A screen that nobody looks at: this browser needs one. @returns its number, as DISPLAY wants it */
async function startDisplay(program: string): Promise<{ process: ChildProcess; name: string }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = child.stdio[3];
  if (!told || !('readable' in told)) throw new Error('the display has no pipe');
  const [number] = (await once(createInterface({ input: told }), 'line')) as [string];
  return { process: child, name: `:${number}` };
}

const isReady = (server: string): Promise<boolean> =>
  fetch(`${server}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/** WebKit for GTK, by WebDriver. */
export async function openWebKit(programs: WebKitPrograms): Promise<Driver> {
  const port = await findFreePort();
  const display = await startDisplay(programs.display);
  const child = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name },
  });
  const end = (): void => {
    child.kill();
    display.process.kill();
  };
  return startSession(programs, `http://localhost:${port}`, end).catch((error: unknown) => {
    end();
    throw error;
  });
}

/** @param end ends what the session runs in */
async function startSession(
  programs: WebKitPrograms,
  server: string,
  end: () => void,
): Promise<Driver> {
  await expect.poll(() => isReady(server), 'the driver of WebKit starts').toBe(true);
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
  });
  const session = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  await session
    .manage()
    .window()
    .setRect({ ...WINDOW, x: 0, y: 0 });
  await session.manage().setTimeouts({ script: 60_000 });
  const run = <T>(body: string, args: readonly string[]): Promise<T> =>
    session.executeScript<T>(`return (async (...args) => { ${body} })(...arguments);`, ...args);
  return {
    goto: (url) => session.get(url),
    run: (body, ...args) => run(body, args),
    click: async (body, ...args) => (await run<WebElement>(body, args)).click(),
    type: async (text, body, ...args) => (await run<WebElement>(body, args)).sendKeys(text),
    async close() {
      await session.quit().finally(end);
    },
  };
}
