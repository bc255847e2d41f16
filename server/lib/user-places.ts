import { AppError } from '../http/app-error.ts';

const RETRY_SECONDS = 5;

/** Lets each user do so much at a time on this node. @returns takes a place; what it returns gives it back */
export function createUserPlaces(maxOfUser: number): (userId: number) => () => void {
  const taken = new Map<number, number>();
  return (userId) => {
    const others = taken.get(userId) ?? 0;
    if (others >= maxOfUser)
      throw new AppError('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
    taken.set(userId, others + 1);
    return () => {
      const left = (taken.get(userId) ?? 1) - 1;
      if (left > 0) taken.set(userId, left);
      else taken.delete(userId);
    };
  };
}
