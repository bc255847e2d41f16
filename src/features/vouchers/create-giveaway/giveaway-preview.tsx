import type { ReactElement } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { DEFAULT_REGION } from '../../../../contract/region-table.ts';
import { amountOf } from '../../../../contract/money.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge, Chip } from '../../../ui/display/badge.tsx';
import { ChosenCover } from '../cover/chosen-cover.tsx';
import { clothOf } from '../../../shared/vouchers/cloth-of.ts';
import { Code } from '../../../ui/code/code.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import {
  TicketCorner,
  TicketCover,
  Ticket,
  TicketAmount,
  TicketBody,
  TicketMeta,
  TicketSeam,
  TicketStub,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
import type { GiveawayForm } from './giveaway-form.ts';
import css from './giveaway-preview.module.css';
import { previewCode, previewFacts } from './preview-facts.ts';
import { useUser } from '../../../shared/accounts/use-user.ts';

export interface GiveawayPreviewProps {
  readonly form: GiveawayForm;
  readonly cover: File | undefined;
}

/** Before the prize is there, in place of figures. */
const NO_AMOUNT = 0;

function Seam({ form }: { readonly form: GiveawayForm }): ReactElement {
  switch (form.method) {
    case 'views': {
      const target = Number(form.maskedDigits === 4 ? form.firstViews : form.secondViews);
      return (
        <TicketSeam>
          <PunchStrip views={0} target={target || 1} />
        </TicketSeam>
      );
    }
    case 'time':
      return (
        <TicketSeam>
          <TimeRuler passed={0} />
        </TicketSeam>
      );
    case 'lottery':
      return <TicketSeam />;
    default:
      return form.method satisfies never;
  }
}

/** The ticket as everybody will see it, while its form is filled in. */
export function GiveawayPreview({ form, cover }: GiveawayPreviewProps): ReactElement {
  const user = useUser();
  const network = form.type === 'mobile' ? form.network.trim() : '';
  return (
    <div role="group" aria-label="Preview">
      <Ticket stock={form.method} label="Preview of the giveaway">
        <TicketCover
          className={css['cover']}
          cloth={clothOf(user?.region ?? DEFAULT_REGION, user?.username ?? '')}
          {...(cover && { media: <ChosenCover file={cover} /> })}
        >
          {user && (
            <TicketCorner at="top-start" className={css['corner']}>
              <Chip>
                <Avatar username={user.username} src={user.avatar} size="xs" />
                <span className="truncate">@{user.username}</span>
              </Chip>
            </TicketCorner>
          )}
          {network && (
            <TicketCorner at="top-end" className={css['corner']}>
              <Chip paper>{network}</Chip>
            </TicketCorner>
          )}
        </TicketCover>
        <Seam form={form} />
        <TicketBody>
          <div>
            <p className="split xs semi">
              {form.method === 'lottery' ? 'Prize to share' : 'Prize'}
              {form.isPrivate && (
                <Badge tone="stock">
                  <Icon of={lockIcon} size="sm" /> Private
                </Badge>
              )}
            </p>
            <TicketAmount>
              <Money amount={amountOf(form.amount) || NO_AMOUNT} currency={form.currency} />
            </TicketAmount>
          </div>
          <Code maskedCode={previewCode(form.code, form.maskedDigits, CODE_LENGTH)} />
          <TicketMeta>
            {previewFacts(form).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </TicketMeta>
        </TicketBody>
        <TicketStub>
          <p className="xs">
            {form.adUrl || form.adCopy ? 'With Learn more. ' : ''}
            The server draws which digits are hidden.
          </p>
        </TicketStub>
        <TicketTear />
      </Ticket>
    </div>
  );
}
