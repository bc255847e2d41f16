import { useCallback, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';

import { answerKey, readAnswer, type Answers, type Asked } from '../../../local/queries/answers.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { MoreButton } from '../paged-list.tsx';
import { Answer } from './answer-frame.tsx';
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx';

type PagedPath = {
  [Path in keyof Answers]: Answers[Path] extends { readonly next_cursor: number | null }
    ? Path
    : never;
}[keyof Answers];

export interface AnswerPagesProps<Path extends PagedPath> {
  readonly path: Path;
  readonly loadingLabel: string;
  readonly children: (answer: Answers[Path], isFirst: boolean) => ReactNode;
}

interface PageProps<Path extends PagedPath> extends AnswerPagesProps<Path> {
  readonly cursor: number | undefined;
  readonly wanted: number;
  readonly onMore: () => void;
  readonly startRef: Ref<HTMLElement>;
}

/** One page, and those after it: where each begins is told by the one before, as it is now. */
function AnswerPage<Path extends PagedPath>(props: PageProps<Path>): ReactElement {
  const { path, cursor, wanted, loadingLabel, onMore, startRef, children } = props;
  const asked: Asked<Path> = { path, cursor };
  return (
    <>
      {cursor !== undefined && (
        <span ref={startRef} tabIndex={-1} className="vh">
          More
        </span>
      )}
      <Answer asked={asked} awaited={<RowsSkeleton what={loadingLabel} />}>
        {(answer) => (
          <>
            {children(answer, cursor === undefined)}
            {answer.next_cursor !== null &&
              (wanted > 1 ? (
                <AnswerPage {...props} cursor={answer.next_cursor} wanted={wanted - 1} />
              ) : (
                <MoreAnswers
                  asked={{ path, cursor: answer.next_cursor }}
                  loadingLabel={loadingLabel}
                  onMore={onMore}
                />
              ))}
          </>
        )}
      </Answer>
    </>
  );
}

interface MoreProps {
  readonly asked: Asked<PagedPath>;
  readonly loadingLabel: string;
  readonly onMore: () => void;
}

/** Works without a network where the next page is saved. */
function MoreAnswers({ asked, loadingLabel, onMore }: MoreProps): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  const next = useLive(
    async (db) => (isOffline ? readAnswer(db, asked) : undefined),
    [answerKey(asked), isOffline],
  );
  const isSaved = next.data !== undefined;
  return (
    <MoreButton
      isLoading={false}
      isOffline={isOffline && !isSaved}
      failure={undefined}
      loadingLabel={loadingLabel}
      offlineNote="Older entries are not saved on this phone."
      onMore={onMore}
    >
      More
    </MoreButton>
  );
}

/** How many pages each list shows, by its entry in the history: who comes back from a row finds it again. */
const wantedAt = new Map<string, number>();

export function AnswerPages<Path extends PagedPath>(props: AnswerPagesProps<Path>): ReactElement {
  const place = `${useAppLocation().key} ${props.path}`;
  const [wanted, setWanted] = useState(wantedAt.get(place) ?? 1);
  const isAsked = useRef(false);
  /** The button that was pressed gives its place to a page, which takes over the focus. */
  const startRef = useCallback((start: HTMLElement | null): void => {
    if (!start || !isAsked.current) return;
    isAsked.current = false;
    start.focus({ preventScroll: true });
  }, []);
  return (
    <AnswerPage
      {...props}
      cursor={undefined}
      wanted={wanted}
      startRef={startRef}
      onMore={() => {
        isAsked.current = true;
        wantedAt.set(place, wanted + 1);
        setWanted(wanted + 1);
      }}
    />
  );
}
