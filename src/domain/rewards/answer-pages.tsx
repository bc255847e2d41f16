import { useState, type ReactElement, type ReactNode } from 'react';

import type { Answers, Asked } from '../../../local/answers.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { MoreButton } from '../../ui/feedback/more-button.tsx';
import { AnswerFrame } from './answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/rows-skeleton.tsx';
import { useAnswer } from './use-answer.ts';

/** Calls whose answers are pages. */
type PagedPath = {
  [Path in keyof Answers]: Answers[Path] extends { readonly next_cursor: number | null }
    ? Path
    : never;
}[keyof Answers];

export interface AnswerPagesProps<Path extends PagedPath> {
  readonly path: Path;
  /** 'Loading coins' */
  readonly loadingLabel: string;
  /** The rows of one page. */
  readonly children: (answer: Answers[Path], isFirst: boolean) => ReactNode;
}

interface PageProps<Path extends PagedPath> extends AnswerPagesProps<Path> {
  readonly cursor: number | undefined;
  /** Pages that are wanted, this one included. */
  readonly wanted: number;
  readonly onMore: () => void;
}

/** One page, and those after it: where each begins is told by the one before, as it is now. */
function AnswerPage<Path extends PagedPath>(props: PageProps<Path>): ReactElement {
  const { path, cursor, wanted, loadingLabel, onMore, children } = props;
  const asked: Asked<Path> = { path, cursor };
  const view = useAnswer(asked);
  const isOffline = useConnectivity() === 'offline';
  return (
    <AnswerFrame view={view} awaited={<RowsSkeleton what={loadingLabel} />}>
      {(answer) => (
        <>
          {children(answer, cursor === undefined)}
          {answer.next_cursor !== null &&
            (wanted > 1 ? (
              <AnswerPage {...props} cursor={answer.next_cursor} wanted={wanted - 1} />
            ) : (
              <MoreButton
                isLoading={false}
                isOffline={isOffline}
                loadingLabel={loadingLabel}
                offlineNote="What is further back is not saved on this phone."
                onMore={onMore}
              >
                More
              </MoreButton>
            ))}
        </>
      )}
    </AnswerFrame>
  );
}

/** A list that is read page by page, with a button for more. */
export function AnswerPages<Path extends PagedPath>(props: AnswerPagesProps<Path>): ReactElement {
  const [wanted, setWanted] = useState(1);
  return (
    <AnswerPage
      {...props}
      cursor={undefined}
      wanted={wanted}
      onMore={() => setWanted(wanted + 1)}
    />
  );
}
