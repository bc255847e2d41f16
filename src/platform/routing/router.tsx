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

import { returnToScroll, createScrollMemory } from './scroll-memory.ts';

export interface AppLocation {
  readonly path: string;
  /** With its leading '?', or ''. */
  readonly search: string;
  readonly cause: 'initial' | 'push' | 'replace' | 'pop';
  readonly key: string;
}

export interface NavigateOptions {
  readonly replace?: boolean;
}

const FIRST_KEY = 'first';
const FIRST = { cause: 'initial', key: FIRST_KEY } as const;

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

export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (!replace) scrollMemory.save();
  const key = replace ? keyOfEntry() : crypto.randomUUID();
  pushOrReplace(to, { replace, state: { key } });
}

const LocationContext = createContext<AppLocation>({ path: '/', search: '', ...FIRST });
const PendingContext = createContext(false);

/** It changes together with the page on screen, not at the tap. */
export const useAppLocation = (): AppLocation => use(LocationContext);

export const useIsNavigating = (): boolean => use(PendingContext);

/** wouter's `useSearchParams` decodes twice and would split `a%26b` into two parameters. */
export function useQuery(): URLSearchParams {
  const { search } = useAppLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

const useLocationPair = (): [string, typeof navigate] => [useAppLocation().path, navigate];
const useSearchText = (): string => useAppLocation().search;
/** wouter requires the search hook as a property of the location hook. */
const locationHook: BaseLocationHook = Object.assign(useLocationPair, {
  searchHook: useSearchText,
});

function useBrowserLocation(
  rendered: Pick<AppLocation, 'path' | 'search'>,
): [AppLocation, boolean] {
  const [current, setCurrent] = useState<AppLocation>({ ...rendered, ...FIRST });
  const [isPending, startTransition] = useTransition();
  const shownPath = useRef(rendered.path);
  useEffect(() => {
    shownPath.current = current.path;
  }, [current.path]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    // On the page that is shown, a transition would make a step of a form come late and a field lag behind typing.
    const follow = (cause: AppLocation['cause']) => (): void => {
      const next = readLocation(cause);
      if (next.path === shownPath.current) setCurrent(next);
      else startTransition(() => setCurrent(next));
    };
    const onPush = follow('push');
    const onPop = follow('pop');
    const onReplace = follow('replace');
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
    if (location.pathname !== rendered.path || location.search !== rendered.search) {
      startTransition(() => setCurrent(readLocation('initial')));
    }
  }, [rendered.path, rendered.search, startTransition]);
  return [current, isPending];
}

function wasOpenBefore(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  const type = load?.type;
  return type === 'back_forward' || type === 'reload';
}

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
    const isOpening = cause === 'initial' && isReturning.current;
    if (isSamePage || isOpening) return;
    endReturn.current?.();
    const key = cause === 'initial' ? keyOfEntry() : current.key;
    scrollMemory.show(key);
    const top = cause === 'pop' || wasOpenBefore() ? scrollMemory.read(key) : 0;
    // A user who scrolled further before hydration stays there.
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
