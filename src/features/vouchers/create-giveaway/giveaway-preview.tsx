import type { ReactElement } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';

import { maskCode } from '../../../../contract/vouchers/voucher-code.ts';
import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { DEFAULT_REGION } from '../../../../contract/region-table.ts';
import { amountOf } from '../../../../contract/money.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { formatDayTime } from '../../../ui/text/format-time.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Badge, Chip } from '../../../ui/display/badge.tsx';
import { patternOf } from '../../../shared/vouchers/pattern-of.ts';
import { Code } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import {
  TicketCorner,
  TicketCover,
  Ticket,
  TicketAmount,
  TicketBody,
  TicketMeta,
  TicketDivider,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { useUser } from '../../../shared/accounts/user.ts';
import { expiryText } from '../create/expiry-fields.tsx';
import { ChosenCover } from '../cover/cover-field.tsx';
import type { GiveawayForm } from './giveaway-form.ts';
import css from './giveaway-preview.module.css';

/** Stands for a digit that is drawn when the giveaway is posted: an empty flap. */
const NOT_DRAWN = '\u00a0';
/** In an order that spreads them, whatever their number. */
const HIDDEN_PLACES = [2, 7, 4, 11];

/** A code as it may look: the server alone draws which digits are hidden, and all of them where there is no own one. */
export function previewCode(own: string, maskedDigits: 4 | 2, length: number): string {
  const code = own.padEnd(length, NOT_DRAWN).slice(0, length);
  return maskCode(code, HIDDEN_PLACES.slice(0, maskedDigits));
}

const momentText = (opensAt: string): string => {
  const at = new Date(opensAt);
  return Number.isNaN(at.getTime()) ? '…' : formatDayTime(at);
};

const nextViews = ({ maskedDigits, firstViews, secondViews }: GiveawayForm): string =>
  maskedDigits === 4 ? firstViews : secondViews;

function revealFacts(form: GiveawayForm): readonly string[] {
  switch (form.method) {
    case 'views': {
      const next = nextViews(form);
      const target = next === '' ? '…' : formatCount(Number(next));
      return [`0 / ${target} views`, `Next digit at ${target}`];
    }
    case 'time':
      return [`Next digit on ${momentText(form.opensAt)}`];
    case 'lottery':
      return ['Lottery', `Draw ${momentText(form.opensAt)}`];
    default:
      return form.method satisfies never;
  }
}

export function previewFacts(form: GiveawayForm): readonly string[] {
  const until = form.method === 'lottery' ? undefined : expiryText(form);
  const start = form.doesStartLater ? `Starts ${momentText(form.startsAt)}` : undefined;
  return [start, ...revealFacts(form), until].filter((fact) => fact !== undefined);
}

export interface GiveawayPreviewProps {
  readonly form: GiveawayForm;
  readonly cover: File | undefined;
}

function Progress({ form }: { readonly form: GiveawayForm }): ReactElement {
  return form.method === 'views' ? (
    <PunchStrip views={0} target={Number(nextViews(form)) || 1} />
  ) : (
    <TimeRuler passed={0} />
  );
}

export function GiveawayPreview({ form, cover }: GiveawayPreviewProps): ReactElement {
  const user = useUser();
  const network = form.type === 'mobile' ? form.network.trim() : '';
  return (
    <div role="group" aria-label="Preview">
      <Ticket variant={form.method} label="Preview of the giveaway">
        <TicketCover
          className={css['cover']}
          pattern={patternOf(user?.region ?? DEFAULT_REGION, user?.username ?? '')}
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
        <TicketDivider>{form.method !== 'lottery' && <Progress form={form} />}</TicketDivider>
        <TicketBody>
          <div>
            <p className="split xs semi">
              {form.method === 'lottery' ? 'Prize to share' : 'Prize'}
              {form.isPrivate && (
                <Badge tone="ticket" icon={lockIcon}>
                  Private
                </Badge>
              )}
            </p>
            <TicketAmount>
              <Money amount={amountOf(form.amount) || 0} currency={form.currency} />
            </TicketAmount>
          </div>
          <Code maskedCode={previewCode(form.code, form.maskedDigits, CODE_LENGTH)} />
          <TicketMeta>
            {previewFacts(form).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </TicketMeta>
        </TicketBody>
        <TicketFooter>
          <p className="xs">
            {form.adUrl || form.adCopy ? 'With Learn more. ' : ''}
            We draw which digits are hidden.
          </p>
        </TicketFooter>
      </Ticket>
    </div>
  );
}
