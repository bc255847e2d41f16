import { escapeHtml } from '../../contract/document/escape-html.ts';

/** A page outside of the app, which search engines leave out. @param main HTML */
export const htmlPage = (title: string, style: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
