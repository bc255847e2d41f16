import type { ReactElement } from 'react';

import { useAnswer } from '../../domain/rewards/use-answer.ts';
import { AppLink } from '../../ui/action/app-link.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import css from './profile.module.css';

export interface FiguresProps {
  readonly points: number;
  /** Giveaways won; undefined until it is known. */
  readonly wins?: number | undefined;
  /** Vouchers whose link brought a visitor who counts. */
  readonly shares?: number | undefined;
}

const shown = (figure: number | undefined): string =>
  figure === undefined ? '–' : formatCount(figure);

/** What a user has come to, each figure a link to where it comes from. */
export function Figures({ points, wins, shares }: FiguresProps): ReactElement {
  return (
    <div className={css['figures']}>
      <AppLink href="/refer">
        <b>{shown(points)}</b> points
      </AppLink>
      <AppLink href="/dashboard">
        <b>{shown(wins)}</b> wins
      </AppLink>
      <AppLink href="/refer">
        <b>{shown(shares)}</b> shares
      </AppLink>
    </div>
  );
}

/** The same with what the server last said. */
export function KnownFigures({ points }: Pick<FiguresProps, 'points'>): ReactElement {
  const dashboard = useAnswer({ path: '/dashboard' });
  const referrals = useAnswer({ path: '/referrals' });
  return (
    <Figures
      points={points}
      wins={dashboard.phase === 'ready' ? dashboard.answer.data.wins : undefined}
      shares={referrals.phase === 'ready' ? referrals.answer.shares : undefined}
    />
  );
}
