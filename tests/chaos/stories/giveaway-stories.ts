import type { Person } from '../../fixtures/api/people.ts';
import type { Answer } from '../caller.ts';
import { appendsOfTaking, type Made, type Story } from './story.ts';

async function guess(
  story: Story,
  person: Person,
  { ulid }: Made,
  code: string,
  rest: Pick<Parameters<Story['ask']>[2], 'appends'> = {},
): Promise<Answer> {
  const body = { voucher_id: ulid, code };
  const answer = await story.ask(person, '/vouchers/submit', { body, ...rest });
  const { guess_number: number } = answer.body;
  if (typeof number === 'number') story.world.guesses.push({ userId: person.userId, ulid, number });
  return answer;
}

/** A giveaway is posted, some guess wrong, several guess right at the same moment: one of them wins. */
export async function winOne(story: Story): Promise<void> {
  const [creator, wrong, ...right] = story.people(story.random.between(3, 6));
  const giveaway =
    creator &&
    (await story.openGiveaway(creator, {
      reveal_method: 'views',
      second_reveal_views: `${story.random.between(2, 9)}`,
    }));
  if (!giveaway || !wrong) return;
  const { ulid, code, amountMinor } = giveaway;
  await Promise.all([guess(story, wrong, giveaway, story.newCode()), look(story, ulid)]);
  const win = (person: Person): Promise<Answer> =>
    guess(story, person, giveaway, code, {
      appends: appendsOfTaking(person, 'voucher_win', ulid),
    });
  const [answers] = await Promise.all([
    Promise.all(right.map(win)),
    story.lookAt(wrong, ulid),
    ...right.map((person) => story.lookInto(person)),
  ]);
  await Promise.all([
    story.lookAt(creator, ulid),
    ...right.map((person) => story.lookInto(person)),
  ]);
  const winners = right.filter((_, index) => answers[index]?.status === 200);
  if (winners.length !== 1) {
    const codes = answers.map((answer) => `${answer.status} ${answer.code}`).join(', ');
    story.world.model.contradict(`${winners.length} people won ${ulid}: ${codes}`);
  }
  for (const winner of winners) story.world.model.move(winner, 'voucher_win', ulid, amountMinor);
}

/** A lottery is posted and entered, right and wrong; it is drawn later, by whichever node is there. */
export async function enterLottery(story: Story): Promise<void> {
  const [creator, ...entrants] = story.people(story.random.between(3, 7));
  if (!creator) return;
  const closes = new Date(Date.now() + story.random.between(15_000, 40_000)).toISOString();
  const fields = { reveal_method: 'lottery', final_reveal_time: closes };
  const lottery = await story.openGiveaway(creator, fields);
  if (!lottery) return;
  const { ulid, code, amountMinor } = lottery;
  const correct: { person: Person; number: number }[] = [];
  story.world.model.addLottery({ ulid, creator, amountMinor, correct });
  const enter = async (person: Person): Promise<void> => {
    const isRight = story.random.percent(60);
    const { status, body } = await guess(story, person, lottery, isRight ? code : story.newCode());
    if (status === 200 && isRight) correct.push({ person, number: Number(body['guess_number']) });
  };
  await Promise.all(entrants.map(enter));
}

/** Pages are opened, by people and by devices that nobody knows. */
async function look(story: Story, ulid: string): Promise<void> {
  const [person] = story.people(1);
  if (!person) return;
  const device = { 'x-device-id': `chaos-${story.newCode()}` };
  await story.read(undefined, `/vouchers/${ulid}`, device);
  await story.ask(person, '/vouchers/track-views', { body: { voucher_ids: [ulid] } });
}

/** What people look at besides: lists, their wallets, their statements. */
export async function lookAround(story: Story): Promise<void> {
  const [person] = story.people(1);
  await story.read(person, '/vouchers?per_page=12');
  await story.read(person, '/wallet/balances');
  await story.read(person, '/transactions');
  if (person) await story.lookInto(person);
  await story.read(undefined, '/vouchers/featured');
}
