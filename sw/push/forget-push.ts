export interface PushPlace {
  readonly pushManager?: Pick<PushManager, 'getSubscription'> | undefined;
  getNotifications(): Promise<readonly Pick<Notification, 'close'>[]>;
}

/** Ends the push subscription at sign-out, so that the next user gets no messages. */
export async function forgetPush(
  place: PushPlace,
  clearBadge: () => Promise<unknown>,
): Promise<void> {
  const unsubscribe = async (): Promise<void> => {
    await (await place.pushManager?.getSubscription())?.unsubscribe();
  };
  const close = async (): Promise<void> => {
    for (const shown of await place.getNotifications()) shown.close();
  };
  await Promise.allSettled([unsubscribe(), close(), clearBadge()]);
}
