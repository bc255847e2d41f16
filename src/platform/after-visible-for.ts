/** Calls back once, when the page was visible for `ms` without a break. @returns what ends the wait */
export function afterVisibleFor(ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(finish, ms);
  };
  const end = (): void => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
  };
  const finish = (): void => {
    end();
    then();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return end;
}
