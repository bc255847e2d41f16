import type { Locator, Page } from 'playwright';
import { PIN } from './accounts.ts';
import type { Measured, Person } from './person.ts';
import type { Stand } from './stand.ts';

export interface Walk {
  readonly name: string;
  readonly take: (stand: Stand) => Promise<Measured>;
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).locator('visible=true');

export const link = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('link', { name, exact: typeof name === 'string' }).locator('visible=true');

export const bottomBar = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main, mobile' });

/** Enters a PIN that was set before, in a field or by a pad of keys. */
export async function enterPin(person: Person): Promise<void> {
  const sheet = person.page.getByRole('dialog', { name: 'Enter your PIN' });
  const field = sheet.getByLabel('PIN', { exact: true });
  await person.type(field, PIN);
  const confirm = button(sheet, 'Confirm');
  if (await confirm.isVisible()) await person.tap(confirm);
}
