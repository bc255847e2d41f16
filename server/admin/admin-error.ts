/** Why a command of an administrator does nothing, in words for them. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
