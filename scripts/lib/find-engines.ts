import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { isExecutable, onPath } from './on-path.ts';

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

export interface Engines {
  readonly firefox: string | undefined;
  readonly webkit: WebKitPrograms | undefined;
  readonly missing: readonly string[];
}

const foldersOf = (folder: string, pattern: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => path.join(folder, name))
    : [];

/** Debian puts it outside PATH, in a folder by machine and version. */
const findMiniBrowser = (): string | undefined =>
  foldersOf('/usr/lib', /-linux-gnu/)
    .flatMap((folder) => foldersOf(folder, /^webkit2gtk-/))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find(isExecutable);

function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser, display] = [onPath('WebKitWebDriver'), findMiniBrowser(), onPath('Xvfb')];
  return driver && browser && display ? { driver, browser, display } : undefined;
}

export function findEngines(): Engines {
  const firefox = onPath('firefox-esr') ?? onPath('firefox');
  const webkit = findWebKit();
  const missing = [
    ...(firefox ? [] : ['firefox-esr']),
    ...(webkit ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  return { firefox, webkit, missing };
}
