/** A message of the data worker to its page: an exception that was not foreseen. */
export interface FaultMessage {
  readonly type: 'fault';
  readonly error: Error;
}
