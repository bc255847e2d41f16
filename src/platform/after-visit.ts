import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';

export function afterVisit(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(finish, VISIT_VISIBLE_MS);
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
