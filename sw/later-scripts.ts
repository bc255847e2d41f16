/** What the script of everything but a kept page's opening adds to the service worker's global scope. */
export interface AppScript {
  readonly goodiesApp: {
    readonly onInstall: (event: ExtendableEvent) => void;
    readonly onActivate: (event: ExtendableEvent) => void;
    /** Answers what the app keeps, leaves the rest to the browser. */
    readonly onFetch: (event: FetchEvent) => void;
    /** For the sync event that started the service worker. */
    readonly onSync: (event: SyncEvent) => void;
    readonly onMessage: (event: ExtendableMessageEvent) => void;
    readonly onPush: (event: PushEvent) => void;
    readonly onNotificationClick: (event: NotificationEvent) => void;
    /** The page of a navigation that no kept document answers. */
    readonly answerNavigation: (event: FetchEvent) => Promise<Response>;
    /** Fetches a voucher's page again and keeps it. */
    readonly keepDocument: (pathname: string) => Promise<void>;
  };
}

/** What the script that sends the outbox adds to it. */
export interface OutboxScript {
  /** Sends every row; rejects while rows remain. */
  sendOutbox: () => Promise<void>;
}

/** As far as it is used: no library has its type. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** What the first script tells the others. */
export interface FirstScript {
  /** Address of the script that sends the outbox. */
  readonly outboxScript: string;
}
