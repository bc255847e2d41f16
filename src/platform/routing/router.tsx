import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Router, type BaseLocationHook } from 'wouter';
import { navigate as pushOrReplace } from 'wouter/use-browser-location';

import { returnToScroll } from './return-to-scroll.ts';
import { createScrollMemory } from './scroll-memory.ts';

/** Where the app is, as the page on screen sees it. */
export interface AppLocation {
  readonly path: string;
  /** With its leading '?', or ''. */
  readonly search: string;
  readonly cause: 'initial' | 'push' | 'replace' | 'pop';
  /** Names the history entry; scroll positions are stored under it. */
  readonly key: string;
}

export interface NavigateOptions {
  readonly replace?: boolean;
}

const FIRST_KEY = 'first';

const keyOfEntry = (): string => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('key' in state)) return FIRST_KEY;
  return String(state.key);
};

const readLocation = (cause: AppLocation['cause']): AppLocation => ({
  path: location.pathname,
  search: location.search,
  cause,
  key: keyOfEntry(),
});

const scrollMemory = createScrollMemory();

/** Goes to a path of the app. From anywhere, also outside of components. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (!replace) scrollMemory.save();
  const key = replace ? keyOfEntry() : crypto.randomUUID();
  pushOrReplace(to, { replace, state: { key } });
}

const LocationContext = createContext<AppLocation>({
  path: '/',
  search: '',
  cause: 'initial',
  key: FIRST_KEY,
});
const PendingContext = createContext(false);

/** The location of the page on screen: it changes together with the page, not when the link was tapped. */
export const useAppLocation = (): AppLocation => use(LocationContext);

/** Whether another page is on its way. */
export const useIsNavigating = (): boolean => use(PendingContext);

/**
 * The query of the current address, decoded once.
 * (wouter's useSearchParams decodes twice: `a%26b` would come back as two parameters.)
 */
export function useQuery(): URLSearchParams {
  const { search } = useAppLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

const useLocationPair = (): [string, typeof navigate] => [useAppLocation().path, navigate];
const useSearchText = (): string => useAppLocation().search;
/** What wouter asks for the location with; it wants the search's hook as a property of the other. */
const locationHook: BaseLocationHook = Object.assign(useLocationPair, {
  searchHook: useSearchText,
});

/** Follows the browser's history; pushes and pops are transitions, so that the old page stays until the new one is ready. */
function useBrowserLocation(
  rendered: Pick<AppLocation, 'path' | 'search'>,
): [AppLocation, boolean] {
  const [current, setCurrent] = useState<AppLocation>({
    ...rendered,
    cause: 'initial',
    key: FIRST_KEY,
  });
  const [isPending, startTransition] = useTransition();
  const shownPath = useRef(rendered.path);
  useEffect(() => {
    shownPath.current = current.path;
  }, [current.path]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const later = (cause: AppLocation['cause']) => () =>
      startTransition(() => setCurrent(readLocation(cause)));
    // Within a page not a transition: a field bound to the address would lag behind the typing.
    const onReplace = (): void => {
      const next = readLocation('replace');
      if (next.path === shownPath.current) setCurrent(next);
      else startTransition(() => setCurrent(next));
    };
    const onPush = later('push');
    const onPop = later('pop');
    addEventListener('pushState', onPush);
    addEventListener('popstate', onPop);
    addEventListener('replaceState', onReplace);
    return () => {
      removeEventListener('pushState', onPush);
      removeEventListener('popstate', onPop);
      removeEventListener('replaceState', onReplace);
    };
  }, [startTransition]);
  useEffect(() => {
    // The shell was rendered for another address than this one: go on to the real page.
    if (location.pathname !== rendered.path || location.search !== rendered.search) {
      startTransition(() => setCurrent(readLocation('initial')));
    }
  }, [rendered.path, rendered.search, startTransition]);
  return [current, isPending];
}

/** Whether the browser has loaded an entry of its history once more: by Back or Forward, or by loading it anew. */
function wasOpenBefore(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  const type = (load as PerformanceNavigationTiming | undefined)?.type;
  return type === 'back_forward' || type === 'reload';
}

/** Top of another page, the former place after going back; a filter of the same page moves nothing. */
function useScrollRestoration(current: AppLocation): void {
  const lastPath = useRef<string>(undefined);
  const endReturn = useRef<() => void>(undefined);
  const isReturning = useRef(false);
  useEffect(() => {
    const endWatch = scrollMemory.watch();
    return () => {
      endReturn.current?.();
      endWatch();
    };
  }, []);
  useLayoutEffect(() => {
    const before = lastPath.current;
    lastPath.current = current.path;
    const { cause } = current;
    const isSamePage = cause === 'replace' && before === current.path;
    // The page of this address, in place of a shell that stood in for it: it is held already.
    const isOpening = cause === 'initial' && isReturning.current;
    if (isSamePage || isOpening) return;
    endReturn.current?.();
    const key = cause === 'initial' ? keyOfEntry() : current.key;
    scrollMemory.show(key);
    const top = cause === 'pop' || wasOpenBefore() ? scrollMemory.read(key) : 0;
    // Who has scrolled further down before the page worked stays there.
    if (cause === 'pop' || (cause === 'initial' && top > 0 && top >= Math.floor(scrollY))) {
      const hold = (isHeld: boolean): void => {
        isReturning.current = isHeld;
        scrollMemory.hold(isHeld);
      };
      hold(true);
      endReturn.current = returnToScroll(top, () => hold(false));
      return;
    }
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && cause === 'push') target.scrollIntoView();
    else if (cause !== 'initial' && before !== current.path) scrollTo(0, 0);
  }, [current]);
}

export interface AppRouterProps {
  /** The address that the HTML on screen was rendered for; on the server, the one asked for. */
  readonly path: string;
  readonly search?: string;
  readonly children: ReactNode;
}

export function AppRouter({ path, search = '', children }: AppRouterProps): ReactElement {
  const [current, isPending] = useBrowserLocation({ path, search });
  useScrollRestoration(current);
  return (
    <LocationContext value={current}>
      <PendingContext value={isPending}>
        <Router hook={locationHook}>{children}</Router>
      </PendingContext>
    </LocationContext>
  );
}
