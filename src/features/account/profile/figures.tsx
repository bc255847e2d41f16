import type { ReactElement } from 'react';

import { useAnswer } from '../../../shared/rewards/use-answer.ts';
import { AppLink } from '../../../ui/action/button.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import css from './profile.module.css';

export interface FiguresProps {
  readonly points: number;
  readonly wins?: number | undefined;
  readonly shares?: number | undefined;
}

interface FigureProps {
  readonly href: string;
  readonly figure: number | undefined;
  readonly one: string;
  readonly many: string;
}

const Figure = ({ href, figure, one, many }: FigureProps): ReactElement => (
  <AppLink href={href}>
    <b>{figure === undefined ? '–' : formatCount(figure)}</b> {figure === 1 ? one : many}
  </AppLink>
);

export function Figures({ points, wins, shares }: FiguresProps): ReactElement {
  return (
    <div className={css['figures']}>
      <Figure href="/refer" figure={points} one="point" many="points" />
      <Figure href="/dashboard" figure={wins} one="win" many="wins" />
      <Figure href="/refer" figure={shares} one="share" many="shares" />
    </div>
  );
}

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
