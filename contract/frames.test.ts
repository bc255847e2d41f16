import { describe, expect, it } from 'vitest';
import { framesOf, HELD_HTML_TYPE, HELD_STYLE_TYPE, holdBack } from './frames.ts';

const STYLES = `<style type="${HELD_STYLE_TYPE}">b{x:1}</style>`;

describe('the frames of some HTML', () => {
  it('are what comes first, with a mark where something comes later, and those things in order', () => {
    const html = '<i>1</i><p class="later"><b>2</b></p><i>3</i><ul class="a later"><li>4</li></ul>';
    expect(framesOf(html, (name) => `[${name}]`)).toEqual({
      first: '<i>1</i>[p]<i>3</i>[ul]',
      later: ['<p class="later"><b>2</b></p>', '<ul class="a later"><li>4</li></ul>'],
    });
  });

  it('count an element inside one that comes later to that', () => {
    const html = '<div class="later"><div class="later"><br></div><img/></div>';
    expect(framesOf(html, () => '')).toEqual({ first: '', later: [html] });
  });
});

describe('a document held back', () => {
  const documentOf = (app: string): string =>
    `<html><body><div id="root">${app}</div>${STYLES}<script>start()</script></body></html>`;

  it('has its second frame as text between the first and its styles', () => {
    const app = '<h1>Now</h1><p class="later">Then</p><!--$--><ul class="later"><li>1</li></ul>';
    expect(holdBack(documentOf(app))).toBe(
      '<html><body><div id="root"><h1>Now</h1><template data-later></template><!--$--><template data-later></template></div>' +
        `<script type="${HELD_HTML_TYPE}"><p class="later">Then</p><!--later--><ul class="later"><li>1</li></ul></script>` +
        `${STYLES}<script>start()</script></body></html>`,
    );
  });

  it('stays as it is without a second frame, or when that could not be text', () => {
    const plain = documentOf('<h1>Now</h1>');
    expect(holdBack(plain)).toBe(plain);
    const script = documentOf('<div class="later"><script>x()</script></div>');
    expect(holdBack(script)).toBe(script);
    expect(holdBack('<p class="later">1</p>')).toBe('<p class="later">1</p>');
  });
});
