import type { Priority } from '../../../contract/notifications/kinds.ts';
import { escapeHtml } from '../../../contract/document/escape-html.ts';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string | undefined;
  readonly priority: Priority;
}

interface Way {
  readonly label: string;
  readonly path: string;
}

/** What a user is told; the greeting is the same in all. */
export interface Letter extends Way {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly notes: readonly string[];
  /** Links after the notes; label and path of the letter itself are those of its button. */
  readonly more?: readonly Way[];
  readonly unsubscribeUrl?: string;
  /** Urgent unless said: most letters are links, codes and alarms. */
  readonly priority?: Priority;
}

const INK = '#121843';
const INK_SOFT = '#4b5075';
const INDIGO = '#2a3ea8';
const MANGO = '#ffbf2b';
const GROUND = '#f3f1ea';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

const UNSUBSCRIBE = 'Stop mails like this';

/** Plain text, and HTML for old mail programs: a table, inline styles, no pictures. */
export function layOut(publicOrigin: string, username: string, letter: Letter): MailContent {
  const { subject, label, path, notes, more = [], unsubscribeUrl, priority = 'urgent' } = letter;
  const words = [`Hello ${username},`, ...letter.paragraphs];
  const url = `${publicOrigin}${path}`;
  const links = more.map((way) => [way.label, `${publicOrigin}${way.path}`] as const);
  if (unsubscribeUrl !== undefined) links.push([UNSUBSCRIBE, unsubscribeUrl]);
  const text = [
    ...words,
    `${label}: ${url}`,
    ...notes,
    ...links.map(([name, address]) => `${name}: ${address}`),
    'Goodies',
  ].join('\n\n');
  return { subject, text, html: toHtml(words, url, letter, links), unsubscribeUrl, priority };
}

function toHtml(
  words: readonly string[],
  address: string,
  { subject, label, notes }: Letter,
  links: readonly (readonly [name: string, address: string])[],
): string {
  const paragraph = (text: string, style: string): string =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = words.map((text) => paragraph(text, `font-size:16px;line-height:24px;color:${INK}`));
  const small = notes.map((text) =>
    paragraph(text, `font-size:14px;line-height:20px;color:${INK_SOFT}`),
  );
  for (const [name, to] of links)
    small.push(
      `<p style="margin:0 0 16px;font-size:14px;line-height:20px"><a href="${escapeHtml(to)}" style="color:${INDIGO}">${escapeHtml(name)}</a></p>`,
    );
  const url = escapeHtml(address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="padding:20px 24px;background:${INK};border-bottom:4px solid ${MANGO};font-size:20px;font-weight:700;color:#ffffff">Goodies</td></tr>
<tr><td style="padding:24px">
${body.join('\n')}
<p style="margin:8px 0 24px"><a href="${url}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${INDIGO};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
${small.join('\n')}
<p style="margin:0;font-size:12px;line-height:18px;color:${INK_SOFT};word-break:break-all">${url}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
