import type { ReactElement } from 'react';

import { ChosenCover } from '../cover/chosen-cover.tsx';
import { clothOf } from '../../../shared/vouchers/cloth-of.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { TicketCover } from '../../../ui/ticket/ticket.tsx';
import { DEFAULT_REGION } from '../../../../contract/region-table.ts';
import { costOf } from './giveaway-form.ts';
import type { GiveawayPreviewProps } from './giveaway-preview.tsx';
import css from './mini-ticket.module.css';
import { useUser } from '../../../shared/accounts/use-user.ts';

/** The ticket and its price in thumb's reach, while one step after the other is filled in. */
export function MiniTicket({ form, cover }: GiveawayPreviewProps): ReactElement {
  const user = useUser();
  const cost = costOf(form);
  const money = (amount: number): string => formatExact(amount, form.currency);
  return (
    <div className={css['ticket']} data-stock={form.method}>
      <TicketCover
        className={css['cover']}
        cloth={clothOf(user?.region ?? DEFAULT_REGION, user?.username ?? '')}
        {...(cover && { media: <ChosenCover file={cover} /> })}
      />
      <p className={css['words']} role="status">
        <strong className={css['prize']}>{money(cost?.prize ?? 0)}</strong>
        <span className="xs">{cost ? `Total ${money(cost.total)}` : 'Enter a prize'}</span>
      </p>
    </div>
  );
}
