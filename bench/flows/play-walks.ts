import type { Locator, Page } from 'playwright';
import { codeIn, linkIn, mailTo, newAccount, openAccount, openGiveaway } from './accounts.ts';
import { measureWalk, type Person } from './person.ts';
import type { Stand } from './stand.ts';
import { bottomBar, button, enterPin, type Walk } from './walk.ts';

const claim = (page: Page): Locator => button(page, /^Claim ₦/);

const keypad = (page: Page): Locator => page.getByRole('group', { name: 'Digit keyboard' });

async function guess(person: Person, digits: string): Promise<void> {
  const { page } = person;
  await person.tap(claim(page));
  await person.press(keypad(page), digits);
  await person.tap(claim(page));
}

const guessAnswered = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting to guess again' });

/** By the code of the mail; before there was one, by its link and another tap. */
async function proveAddress(person: Person, stand: Stand, email: string): Promise<void> {
  const { page } = person;
  const mail = await mailTo(stand, email);
  const code = page.getByLabel('Code from the mail');
  if (await person.seesFirst(code, page.getByText('Your guess is waiting'))) {
    // The mail app is opened, the mail, and the app again.
    person.elsewhere(3);
    return person.type(code, codeIn(mail));
  }
  const link = new URL(linkIn(mail));
  // The mail app is opened, and the link in the mail.
  person.elsewhere(1);
  await person.openLinkInNewTab(`${stand.url}${link.pathname}${link.search}`);
  await person.see(person.page.getByText('Your guess is waiting'));
  await person.tap(claim(person.page));
}

const fromLinkToKeypad: Walk = {
  name: 'shared link to open keypad',
  take: async (stand) => {
    const { ulid } = await openGiveaway(stand);
    return measureWalk(stand, undefined, async (person) => {
      const { page } = person;
      await person.begin();
      await person.openLink(`${stand.url}/v/${ulid}`);
      await person.tap(claim(page));
      await person.see(keypad(page));
    });
  },
};

const fromLinkToGuess: Walk = {
  name: 'shared link to answered guess, newcomer',
  take: async (stand) => {
    const { ulid, wrongDigits } = await openGiveaway(stand);
    const newcomer = newAccount('newcomer');
    return measureWalk(stand, undefined, async (person) => {
      const { page } = person;
      await person.begin();
      await person.openLink(`${stand.url}/v/${ulid}`);
      await guess(person, wrongDigits);
      await person.type(page.getByLabel('Username', { exact: true }), newcomer.username);
      await person.type(page.getByLabel('E-mail'), newcomer.email);
      await person.type(page.getByLabel('Password', { exact: true }), newcomer.password);
      await person.tap(button(page.getByRole('main'), 'Sign Up'));
      await proveAddress(person, stand, newcomer.email);
      await person.see(guessAnswered(person.page));
    });
  },
};

const fromGuessToWin: Walk = {
  name: 'shared link to win, right guess',
  take: async (stand) => {
    const { ulid, digits } = await openGiveaway(stand);
    return measureWalk(stand, await openAccount(stand, 'winner'), async (person) => {
      const { page } = person;
      await person.begin();
      await person.openLink(`${stand.url}/v/${ulid}`);
      await guess(person, digits);
      const win = page.getByRole('dialog', { name: 'Congratulations! You won ₦3,000' });
      await person.tap(button(win, 'Claim & Continue'));
      await person.see(page.getByRole('heading', { name: 'You won ₦3,000' }));
    });
  },
};

const fromLogInToList: Walk = {
  name: 'log in to list of vouchers, new phone',
  take: async (stand) => {
    const account = await openAccount(stand, 'player');
    return measureWalk(stand, undefined, async (person) => {
      const { page } = person;
      await person.begin();
      await person.openLink(`${stand.url}/login`);
      await person.type(page.getByLabel(/^E-mail/), account.email);
      await person.type(page.getByLabel('Password', { exact: true }), account.password);
      await person.tap(button(page.getByRole('main'), 'Log In'));
      await person.see(page.getByRole('main').getByRole('link', { name: /voucher by @/ }));
    });
  },
};

async function fillGiveaway(person: Person): Promise<void> {
  const { page } = person;
  await person.type(page.getByRole('textbox', { name: 'Prize' }), '5000');
  await person.tap(button(page, 'Next: Reveal'));
  await person.tap(page.getByText('2 digits'));
  await person.type(page.getByLabel('A digit opens at'), '5000');
  await person.tap(button(page, 'Next: Look'));
  await person.tap(button(page, 'Next: Pay'));
}

const giveaway: Walk = {
  name: 'giveaway posted, from the wallet',
  take: async (stand) => {
    const creator = await openAccount(stand, 'creator', { naira: 6_000, hasPin: true });
    return measureWalk(stand, creator, async (person) => {
      const { page } = person;
      await person.begin();
      await person.tap(button(bottomBar(page), 'Voucher'));
      await person.tap(page.getByRole('menuitem', { name: 'View' }));
      await person.tap(button(page.getByRole('main'), 'Create').first());
      await person.tap(page.getByRole('menuitem', { name: 'Giveaway' }));
      await fillGiveaway(person);
      await person.tap(button(page, 'Post and pay'));
      await enterPin(person);
      await person.see(page.getByRole('dialog', { name: 'Your giveaway is live' }));
    });
  },
};

export const PLAY_WALKS = [
  fromLinkToKeypad,
  fromLinkToGuess,
  fromGuessToWin,
  fromLogInToList,
  giveaway,
] as const;
