/** What friends read. @param won '₦3,000' */
export const winText = (won: string, link: string): string =>
  `I won ${won} on Goodies. Guess the hidden digits of a voucher and win the next one: ${link}`;

/** Opens WhatsApp with a text, on phones the app, elsewhere its page. */
export const whatsAppLink = (text: string): string =>
  `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Whether the device's share sheet takes a file; older ones take links alone, whatever the types say. */
export const canShareFile = (
  file: File,
  browser: Pick<Partial<Navigator>, 'share' | 'canShare'> = navigator,
): boolean => (browser.share && browser.canShare?.({ files: [file] })) ?? false;
