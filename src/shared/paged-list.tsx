import { useEffect, useId, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';

import { isSavingData } from '../platform/data-saver.ts';
import { useGradualRows } from '../platform/live/use-gradual-rows.ts';
import { useOnceTrue } from '../platform/lazy/lazy-component.tsx';
import type { EndState, GapState } from '../platform/live/paged-list.ts';
import { Button } from '../ui/action/button.tsx';
import { Alert, RetryAlert } from '../ui/feedback/alert.tsx';
import { ErrorState, UnsavedState } from '../ui/feedback/states.tsx';
import css from './paged-list.module.css';

export type ListView<Row> =
  | { readonly phase: 'loading' | 'unsaved' | 'empty' }
  | { readonly phase: 'failed'; readonly message: string }
  | {
      readonly phase: 'list';
      readonly rows: readonly Row[];
      /** The ids of rows before which others are missing here. */
      readonly gaps?: ReadonlySet<string>;
      readonly failure: string | undefined;
    };

interface PagedListProps<Row> {
  readonly view: ListView<Row>;
  /** What the rows are of: those of another list are drawn anew. */
  readonly list: string;
  /** 'transactions' */
  readonly what: string;
  readonly rowsPerFrame: number;
  readonly gap?: GapState;
  readonly end: EndState;
  readonly retry: () => void;
  readonly loading: ReactNode;
  readonly empty: ReactNode;
  readonly unsaved?: ReactNode;
  readonly note?: ReactNode;
  /** '3 transactions shown', for screen readers. */
  readonly shownText?: string;
  readonly moreLabel: string;
  readonly offlineNote: string;
  readonly endNote?: string;
  readonly narrowNote?: string;
  /** Follows the list once it is drawn, so that it does not move. */
  readonly after?: ReactNode;
  readonly children: (drawn: readonly Row[], gapBefore: (id: string) => ReactNode) => ReactNode;
}

export function PagedList<Row>(props: PagedListProps<Row>): ReactElement {
  const { view, list, rowsPerFrame, after } = props;
  const rows = view.phase === 'list' ? view.rows : [];
  const drawn = useGradualRows(rows, list, rowsPerFrame);
  // A page that is tall enough without its list would return to a place that the list then moves.
  const isDrawn = useOnceTrue(view.phase !== 'loading' && drawn.length === rows.length);
  return (
    <>
      {view.phase === 'list' ? (
        <Listed {...props} view={view} drawn={drawn} isDrawn={isDrawn} />
      ) : (
        <NotListed {...props} view={view} />
      )}
      {isDrawn && after}
    </>
  );
}

interface NotListedProps extends Pick<
  PagedListProps<never>,
  'loading' | 'empty' | 'unsaved' | 'retry'
> {
  readonly view: Exclude<ListView<never>, { readonly phase: 'list' }>;
}

function NotListed({ view, loading, empty, unsaved, retry }: NotListedProps): ReactNode {
  switch (view.phase) {
    case 'loading':
      return loading;
    case 'failed':
      return <ErrorState message={view.message} onRetry={retry} />;
    case 'unsaved':
      return <UnsavedState>{unsaved}</UnsavedState>;
    case 'empty':
      return empty;
    default:
      return view satisfies never;
  }
}

interface ListedProps<Row> extends PagedListProps<Row> {
  readonly view: Extract<ListView<Row>, { readonly phase: 'list' }>;
  readonly drawn: readonly Row[];
  readonly isDrawn: boolean;
}

function Listed<Row>(props: ListedProps<Row>): ReactElement {
  const { view, what, gap, retry, note, shownText, drawn, isDrawn, children } = props;
  const gapBefore = (id: string): ReactNode =>
    gap && view.gaps?.has(id) && <ListGap key={`before ${id}`} what={what} {...gap} />;
  return (
    <>
      {view.failure !== undefined && <RetryAlert onRetry={retry}>{view.failure}</RetryAlert>}
      {note}
      {children(drawn, gapBefore)}
      {shownText !== undefined && (
        <p className="vh" role="status">
          {drawn.length === view.rows.length && shownText}
        </p>
      )}
      {isDrawn && <End {...props} count={view.rows.length} />}
    </>
  );
}

type EndProps = Pick<
  ListedProps<never>,
  'what' | 'moreLabel' | 'offlineNote' | 'endNote' | 'narrowNote' | 'end'
> & { readonly count: number };

/** So much of the way below the screen, the next page is fetched. */
const AHEAD = '100%';
/** After these pages the button asks, so that what is below the list can be reached. */
const PAGES_AHEAD_MAX = 4;

/** Fetches the next page when the user has scrolled near the end; after a failure only the button does. */
function useFetchAhead({ state, failure, onMore }: EndState, count: number) {
  const place = useRef<HTMLDivElement>(null);
  const fetchedAt = useRef<readonly number[]>([]);
  const fetchMore = useRef(onMore);
  useEffect(() => {
    fetchMore.current = onMore;
  });
  const mayFetch = state === 'ready' && failure === undefined && !isSavingData();
  useEffect(() => {
    const end = place.current;
    const before = fetchedAt.current;
    const isOver = before.includes(count) || before.length >= PAGES_AHEAD_MAX;
    if (!mayFetch || !end || isOver) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.every(({ isIntersecting }) => !isIntersecting)) return;
        observer.disconnect();
        fetchedAt.current = [...before, count];
        fetchMore.current();
      },
      { rootMargin: AHEAD },
    );
    const watch = (): void => observer.observe(end);
    addEventListener('scroll', watch, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', watch);
      observer.disconnect();
    };
  }, [mayFetch, count]);
  return place;
}

function End(props: EndProps): ReactNode {
  const { what, moreLabel, offlineNote, endNote, narrowNote, end, count } = props;
  const { state, failure, onMore } = end;
  const place = useFetchAhead(end, count);
  if (state === 'end' || state === 'narrow') {
    const text = state === 'end' ? endNote : narrowNote;
    return text !== undefined && <p className="center sm muted">{text}</p>;
  }
  return (
    <MoreButton
      place={place}
      isLoading={state === 'loading'}
      isOffline={state === 'offline'}
      failure={failure}
      loadingLabel={`Loading more ${what}`}
      offlineNote={offlineNote}
      onMore={onMore}
    >
      {moreLabel}
    </MoreButton>
  );
}

interface ListGapProps extends GapState {
  readonly what: string;
}

function ListGap({ what, isOffline, isLoading, failure, onLoad }: ListGapProps): ReactElement {
  return (
    <li className={css['gap']}>
      <p className="sm muted center">
        {`Some ${what} are missing here: they are not saved on this phone.`}
        {isOffline && ' Connect to the internet to load them.'}
      </p>
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      {!isOffline && (
        <Button size="sm" loading={isLoading} loadingLabel={`Loading ${what}`} onClick={onLoad}>
          {failure === undefined ? 'Load them' : 'Retry'}
        </Button>
      )}
    </li>
  );
}

interface MoreButtonProps {
  readonly place?: RefObject<HTMLDivElement | null>;
  readonly isLoading: boolean;
  readonly isOffline: boolean;
  readonly failure: string | undefined;
  readonly loadingLabel: string;
  readonly offlineNote: string;
  readonly onMore: () => void;
  readonly children: ReactNode;
}

export function MoreButton(props: MoreButtonProps): ReactElement {
  const { place, isLoading, isOffline, failure, loadingLabel, offlineNote, onMore, children } =
    props;
  const noteId = useId();
  return (
    <div ref={place} className="stack g2">
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <Button
        block
        disabled={isOffline}
        loading={isLoading}
        loadingLabel={loadingLabel}
        onClick={onMore}
        {...(isOffline && { 'aria-describedby': noteId })}
      >
        {failure === undefined ? children : 'Retry'}
      </Button>
      {isOffline && (
        <p id={noteId} className="center sm muted">
          {offlineNote}
        </p>
      )}
    </div>
  );
}
