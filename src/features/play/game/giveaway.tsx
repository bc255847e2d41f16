import { useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';

import type { User } from '../../../../contract/accounts.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useFollowing } from '../../../shared/vouchers/use-following.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { Page } from '../../../ui/layout/layout.tsx';
import { useClaimReason } from '../guess/claim-reason.ts';
import { isGuessOpen, type GuessProps } from '../guess/guess.machine.ts';
import { useSendStoredGuess } from '../guess/send-stored-guess.ts';
import { useGuess } from '../guess/use-guess.ts';
import { GuessTray, WinDialog, WinnerView } from '../lazy.ts';
import type { GivenTicketProps } from '../ticket/giveaway-ticket.tsx';

export interface DrawnShare {
  readonly share: number | undefined;
  readonly maskedCode: string;
  readonly close: () => void;
}

/**
 * The caller's share of a lottery that is drawn while they watch, until they have seen it. A caller who opens a
 * lottery that this device knew as drawn has been told before.
 */
export function useDrawnShare(voucher: ShownVoucher): DrawnShare {
  const { status, masked_code: maskedCode, my_entries: entries = 0, own_share: share } = voucher;
  const awaited = useRef<string>(undefined);
  const [told, setTold] = useState<Omit<DrawnShare, 'close'>>();
  useEffect(() => {
    // A document names no caller's entries: it may be older than what the device knows.
    if (status === 'active' && entries > 0) awaited.current = maskedCode;
    if (status === 'active' || share === undefined || awaited.current === undefined) return;
    setTold({ share, maskedCode: awaited.current });
    awaited.current = undefined;
  }, [status, maskedCode, entries, share]);
  return {
    share: told?.share,
    maskedCode: told?.maskedCode ?? maskedCode,
    close: () => setTold(undefined),
  };
}

/**
 * What the user won with a voucher or redeemed, major units; undefined when they did not.
 * @param username of the user: a list names a winner, but says nothing about who asks
 */
export function ownPrize(voucher: ShownVoucher, username: string | undefined): number | undefined {
  const { own_share: share, winner, amount } = voucher;
  if (share !== undefined) return share;
  return winner && winner.username === username ? amount : undefined;
}

export interface OwnPrize {
  /** Major units. */
  readonly amount: number;
  readonly user: User;
}

export function useOwnPrize(voucher: ShownVoucher): OwnPrize | undefined {
  const user = useUser();
  const amount = isOver(voucher) ? ownPrize(voucher, user?.username) : undefined;
  return user && amount !== undefined ? { amount, user } : undefined;
}

function GuessLayers({ voucher, guessing, reason }: GuessProps): ReactElement {
  const { state, close } = guessing;
  const drawn = useDrawnShare(voucher);
  return (
    <>
      {isGuessOpen(state) && <GuessTray voucher={voucher} guessing={guessing} reason={reason} />}
      {state.phase === 'won' && (
        <WinDialog
          voucher={voucher}
          amount={voucher.amount}
          code={state.guess}
          maskedCode={state.maskedCode}
          onClose={close}
        />
      )}
      {drawn.share !== undefined && (
        <WinDialog
          voucher={voucher}
          amount={drawn.share}
          code={voucher.code ?? voucher.masked_code}
          maskedCode={drawn.maskedCode}
          onClose={drawn.close}
        />
      )}
    </>
  );
}

interface GiveawayProps {
  readonly voucher: ShownVoucher;
  readonly viewsPollMs?: number;
  readonly failedText?: string;
  readonly Ticket: ComponentType<GivenTicketProps>;
  readonly children: (ticket: ReactElement) => ReactElement;
}

export function Giveaway(props: GiveawayProps): ReactElement {
  const { voucher, viewsPollMs, failedText, Ticket, children } = props;
  useFollowing(voucher, viewsPollMs);
  const guessing = useGuess(voucher, failedText);
  const [isRefuted, setIsRefuted] = useState(false);
  const reason = useClaimReason(voucher, isRefuted);
  const prize = useOwnPrize(voucher);
  const guess: GuessProps = { voucher, guessing, reason };
  useSendStoredGuess(guess);
  const ticket = <Ticket {...guess} onRefuted={setIsRefuted} />;
  const game = children(ticket);
  return (
    <Page>
      {prize === undefined ? (
        game
      ) : (
        <WinnerView voucher={voucher} prize={prize} ticket={ticket} before={game} />
      )}
      <GuessLayers {...guess} />
    </Page>
  );
}
