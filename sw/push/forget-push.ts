/** What of the service worker's surroundings has to do with push. */
export interface PushPlace {
  readonly pushManager?: Pick<PushManager, 'getSubscription'> | undefined;
  getNotifications(): Promise<readonly Pick<Notification, 'close'>[]>;
}

/**
 * Ends push on this device as its user leaves: the subscription, so that the push service itself takes nothing more,
 * and what is still on the screen. The server forgets the token by itself.
 */
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
