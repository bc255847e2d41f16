import { randomInt } from 'node:crypto';
import { openAccount, openPaymentVoucher, PIN } from './accounts.ts';
import { measureWalk, type Person } from './person.ts';
import { bottomBar, button, enterPin, link, type Walk } from './walk.ts';

/** In the share sheet of the phone: the app, the person, 'Send'. */
const SHARE_TAPS = 3;

const toWallet = (person: Person): Promise<void> =>
  person.tap(link(bottomBar(person.page), 'Wallet'));

const topUp: Walk = {
  name: 'top up',
  take: async (stand) =>
    measureWalk(stand, await openAccount(stand, 'payer'), async (person) => {
      const { page } = person;
      await person.begin();
      await toWallet(person);
      await person.tap(button(page, 'Top up').first());
      const sheet = page.getByRole('dialog', { name: 'Top up' });
      await person.type(sheet.getByLabel('Amount'), '2500');
      await person.tap(button(sheet, 'Continue to payment'));
      await person.tap(button(page, 'Approve'));
      const balances = page.getByRole('region', { name: 'Balances' });
      await person.see(balances.getByText('₦2,500'));
    }),
};

async function setFirstPin(person: Person, password: string): Promise<void> {
  const sheet = person.page.getByRole('dialog', { name: 'Choose your PIN' });
  await person.type(sheet.getByLabel('New PIN', { exact: true }), PIN);
  await person.type(sheet.getByLabel('New PIN once more'), PIN);
  await person.type(sheet.getByLabel('Your password'), password);
  await person.tap(button(sheet, 'Set PIN'));
}

const firstWithdrawal: Walk = {
  name: 'first withdrawal, no PIN yet',
  take: async (stand) => {
    const account = await openAccount(stand, 'payee', { naira: 5_000 });
    return measureWalk(stand, account, async (person) => {
      const { page } = person;
      await person.begin();
      await toWallet(person);
      await person.tap(button(page, 'Withdraw').first());
      const sheet = page.getByRole('dialog', { name: 'Withdraw' });
      const choosing = page.getByRole('dialog', { name: 'Choose your PIN' });
      const isPinFirst = await person.seesFirst(choosing, sheet);
      if (isPinFirst) await setFirstPin(person, account.password);
      await person.type(sheet.getByLabel('Amount', { exact: true }), '2000');
      await person.choose(sheet.getByLabel('Bank', { exact: true }), 'Guaranty Trust Bank');
      const number = `${randomInt(100_000, 1_000_000)}6789`;
      await person.type(sheet.getByLabel('Account number'), number);
      await person.tap(button(sheet, 'Continue'));
      await person.tap(button(sheet, 'Withdraw ₦2,000'));
      await (isPinFirst ? enterPin(person) : setFirstPin(person, account.password));
      await person.see(sheet.getByText('Your withdrawal was paid out.'));
    });
  },
};

/** Before money could be sent to a person, a voucher was made, and its link passed on. */
async function sendLink(person: Person): Promise<void> {
  const { page } = person;
  await person.type(page.getByRole('textbox', { name: 'Amount' }), '3000');
  await person.tap(page.getByRole('radio', { name: /^Wallet/ }));
  await person.tap(button(page, 'Create and pay'));
  await enterPin(person);
  await person.tap(button(page, 'Send it now'));
  const handOver = page.getByRole('dialog', { name: 'Send it now' });
  await person.tap(button(handOver, 'Share'));
  person.elsewhere(SHARE_TAPS);
  await person.see(page.getByText(/copied/));
}

const send: Walk = {
  name: 'send ₦3,000 to a user, sender',
  take: async (stand) => {
    const { username } = await openAccount(stand, 'friend');
    const sender = await openAccount(stand, 'sender', { naira: 5_000, hasPin: true });
    return measureWalk(stand, sender, async (person) => {
      const { page } = person;
      await person.begin();
      await toWallet(person);
      await person.tap(link(page, 'Send'));
      // A list on the wallet's page has the same label.
      const to = page.getByRole('textbox', { name: 'To', exact: true });
      if (!(await person.seesFirst(to, page.getByRole('radio', { name: /^Wallet/ }))))
        return sendLink(person);
      await person.type(to, `@${username}`);
      await person.type(page.getByRole('textbox', { name: 'Amount' }), '3000');
      await person.tap(button(page, 'Continue'));
      await person.tap(button(page, 'Send ₦3,000'));
      await enterPin(person);
      await person.see(page.getByText(`We told @${username}.`));
    });
  },
};

const receive: Walk = {
  name: 'receive ₦3,000, recipient',
  take: async (stand) => {
    const code = await openPaymentVoucher(stand);
    return measureWalk(stand, await openAccount(stand, 'holder'), async (person) => {
      const { page } = person;
      await person.begin();
      await person.openLink(`${stand.url}/v/${code}`);
      await person.tap(button(page, 'Claim ₦3,000'));
      await person.see(page.getByText('You redeemed this. ₦3,000 is in your wallet'));
    });
  },
};

const airtime: Walk = {
  name: 'airtime',
  take: async (stand) =>
    measureWalk(
      stand,
      await openAccount(stand, 'buyer', { naira: 5_000, hasPin: true }),
      async (person) => {
        const { page } = person;
        await person.begin();
        await person.tap(link(page.getByRole('navigation', { name: 'Shortcuts' }), 'Airtime'));
        await person.type(page.getByLabel('Phone number'), '0803 412 7765');
        await person.tap(button(page, '₦500'));
        await person.tap(button(page, 'Buy airtime'));
        const sheet = page.getByRole('dialog', { name: 'Buy airtime' });
        await person.tap(button(sheet, 'Pay ₦500'));
        await enterPin(person);
        await person.see(sheet.getByText('It was delivered.'));
      },
    ),
};

export const MONEY_WALKS = [topUp, firstWithdrawal, send, receive, airtime] as const;
