import type { ReactElement } from 'react';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';

import {
  PREMIUM_DAYS,
  PREMIUM_EXTEND_WITHIN_DAYS,
  PREMIUM_REMINDER_DAYS,
  PREMIUM_WAIT_MS,
} from '../../../../contract/constants.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import {
  TicketCover,
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
import { TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';

export interface ActiveTicketProps {
  readonly days: number;
  readonly onExtend: () => void;
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** The plan that runs, as a ticket that runs down. */
export function ActiveTicket({ days, onExtend }: ActiveTicketProps): ReactElement {
  const isEnding = days <= PREMIUM_REMINDER_DAYS;
  return (
    <Ticket variant="views" label="Premium">
      <TicketCover pattern="adire" />
      <TicketDivider>
        <TimeRuler passed={1 - days / PREMIUM_DAYS} label="Time of your plan" />
      </TicketDivider>
      <TicketBody>
        <div className="split">
          <h2>{ACCOUNT_MESSAGES.premiumActive}</h2>
          <Badge tone="ink">
            <Icon of={crownIcon} size="sm" /> Active
          </Badge>
        </div>
        <TicketAmount>{daysText(days)}</TicketAmount>
        <p className="sm semi">
          {isEnding
            ? 'Your plan ends soon. It is never renewed by itself: extend it to keep the short wait.'
            : `Left on your plan. A wrong guess costs ${PREMIUM_WAIT_MS / 1000} seconds.`}
        </p>
      </TicketBody>
      <TicketFooter>
        {days <= PREMIUM_EXTEND_WITHIN_DAYS ? (
          <Button variant="ink" size="lg" block onClick={onExtend}>
            Extend
          </Button>
        ) : (
          <p className="sm">You can extend it when {PREMIUM_EXTEND_WITHIN_DAYS} days are left.</p>
        )}
      </TicketFooter>
      <TicketTear />
    </Ticket>
  );
}
