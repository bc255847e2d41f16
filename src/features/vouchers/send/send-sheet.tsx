import type { ReactElement } from 'react';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import messageCircleIcon from 'lucide/dist/esm/icons/message-circle.mjs';
import messageSquareIcon from 'lucide/dist/esm/icons/message-square.mjs';

import type {
  RecipientAnswer,
  SendMoneyAnswer,
  SendMoneyBody,
} from '../../../../contract/payment-vouchers.ts';
import { copyText } from '../../../platform/copy-text.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { CREATOR_WORDS } from '../../../shared/vouchers/share-voucher.tsx';
import { earlierNote } from '../../../shared/wallet/earlier-order.ts';
import type { MoneyOrder } from '../../../shared/wallet/money-order.ts';
import { MoneyEnd, MoneyReview, type SentOrder } from '../../../shared/wallet/money-steps.tsx';
import type { MoneySaid } from '../../../shared/wallet/use-tell-if-left.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import type { FactsProps } from '../../../ui/display/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { formatExact, formatExactMinor } from '../../../ui/text/format-money.ts';
import { handOverLink } from '../code-and-link.ts';
import type { Addressee, SendDraft } from './send-form.ts';

export interface SendOrder extends Omit<SendDraft, 'body'> {
  readonly body: SendMoneyBody;
  /** Who the username is. */
  readonly person?: RecipientAnswer['data'];
  /** Whether this device knows of no money that was sent to them before. */
  readonly isNew: boolean;
}

type Sent = SendMoneyAnswer['data'];

interface SendSheetProps {
  readonly order: Pick<MoneyOrder<SendDraft, SendOrder, Sent>, 'state' | 'send' | 'correct'>;
}

export function SendSheet({ order }: SendSheetProps): ReactElement {
  const { state, correct } = order;
  return (
    <Sheet
      open={'order' in state}
      onClose={state.phase === 'ended' ? leave : correct}
      title="Send money"
    >
      {state.phase === 'reviewing' && <Review order={order} asked={state.order} />}
      {'order' in state && state.phase !== 'reviewing' && <End order={order} state={state} />}
    </Sheet>
  );
}

/** What was filled in is sent, so that going back must not offer to send it again. */
const leave = (): void => navigate('/wallet', { replace: true });

const nameOf = (to: Addressee): string => {
  if (to.kind === 'user') return `@${to.username}`;
  return to.kind === 'email' ? to.email : `+${to.phone}`;
};

const moneyOf = ({ amount, currency }: SendMoneyBody): string => formatExact(amount, currency);

/** As '₦3,000 to @ada'. */
export const moneyTo = ({ to, body }: SendOrder): string => `${moneyOf(body)} to ${nameOf(to)}`;

function factsOf({ to, person, body, feeMinor, totalMinor }: SendOrder): FactsProps['rows'] {
  const { currency } = body;
  const name = <strong className="anywhere">{nameOf(to)}</strong>;
  return [
    [
      'To',
      person ? (
        <span className="inline">
          <Avatar username={person.username} src={person.avatar} /> {name}
        </span>
      ) : (
        name
      ),
    ],
    ['They get', moneyOf(body)],
    ['Fee', formatExactMinor(feeMinor, currency)],
    ['You pay', formatExactMinor(totalMinor, currency)],
  ];
}

function Review({ order, asked }: SendSheetProps & { readonly asked: SendOrder }): ReactElement {
  const { to, isNew, body } = asked;
  return (
    <MoneyReview
      facts={factsOf(asked)}
      action={`Send ${moneyOf(body)}`}
      send={order.send}
      onBack={order.correct}
    >
      {to.kind === 'phone' && (
        <Alert tone="info">
          We make a link for you to send them. Anyone who has it can claim the money.
        </Alert>
      )}
      {isNew && (
        <Alert tone="warn">
          Only send to people you know. We cannot take it back after they claim it.
        </Alert>
      )}
    </MoneyReview>
  );
}

export function sentSaid({ voucher }: Sent): MoneySaid {
  const { recipient, recipient_email: email } = voucher;
  const name = recipient ? `@${recipient.username}` : email;
  if (name === null)
    return {
      title: 'Ready to hand over',
      tone: 'info',
      text: 'Send them the link now. Anyone who has it can claim the money.',
    };
  return {
    title: 'Sent',
    tone: 'ok',
    text: `We told ${name}. You can take it back until they claim it.`,
  };
}

function End({
  order,
  state,
}: SendSheetProps & { readonly state: SentOrder<SendOrder, Sent> }): ReactElement {
  const { to, body } = state.order;
  const voucher = state.phase === 'ended' ? state.answer.voucher : undefined;
  return (
    <MoneyEnd
      state={state}
      send={order.send}
      sending="Sending"
      mayBe="It may have been sent all the same. Checking again never sends it twice."
      saidOf={sentSaid}
      money={moneyTo(state.order)}
      earlier={earlierNote(
        voucher && { status: 'completed', created_at: voucher.created_at },
        'sent again. To send it again, do it once more.',
      )}
      actions={[['Done', leave]]}
      statement={{ href: '/my-vouchers', children: 'See or take back' }}
    >
      {voucher && to.kind === 'phone' && (
        <HandOver
          phone={to.phone}
          money={moneyOf(body)}
          link={handOverLink(location.origin, voucher)}
        />
      )}
    </MoneyEnd>
  );
}

interface HandOverProps {
  readonly phone: string;
  readonly money: string;
  readonly link: string;
}

function HandOver({ phone, money, link }: HandOverProps): ReactElement {
  const text = encodeURIComponent(`I sent you ${money} on Goodies. Claim it here: ${link}`);
  return (
    <div className="stack g2">
      <ButtonLink variant="primary" block href={`https://wa.me/${phone}?text=${text}`}>
        <Icon of={messageCircleIcon} size="sm" /> WhatsApp
      </ButtonLink>
      <ButtonLink block href={`sms:+${phone}?body=${text}`}>
        <Icon of={messageSquareIcon} size="sm" /> SMS
      </ButtonLink>
      <Button block onClick={() => void copyText(link, CREATOR_WORDS)}>
        <Icon of={copyIcon} size="sm" /> Copy link
      </Button>
    </div>
  );
}
