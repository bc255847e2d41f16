import { describe, expect, it } from 'vitest';

import { firstFrameOf } from './first-frame.ts';

describe('the first frame of a document', () => {
  it('is all of it where nothing comes later', () => {
    const html = '<main class="page"><p>One<br/>two</p><!--$--><img src="/a.png"/></main>';
    expect(firstFrameOf(html)).toBe(html);
  });

  it('has no more than the names of what comes later', () => {
    expect(
      firstFrameOf(
        '<main><h1>Now</h1><section class="later stack g4" id="x"><div><b>1</b></div></section><p>Now, too</p></main>',
      ),
    ).toBe('<main><h1>Now</h1><section class="later"></section><p>Now, too</p></main>');
  });

  it.each([
    ['of the same name', '<div class="later"><div>1</div><div><div>2</div></div></div>'],
    ['that close themselves', '<div class="a later"><path d="M0 0"/><input type="text"><br></div>'],
    ['that come later themselves', '<div class="later b"><p class="later">1</p></div>'],
  ])('looks through elements %s', (_which, later) => {
    expect(firstFrameOf(`<i>1</i>${later}<i>2</i>`)).toBe(
      '<i>1</i><div class="later"></div><i>2</i>',
    );
  });

  it.each(['<p class="latest">1</p>', '<p class="a-later">1</p>', '<p title="later">1</p>'])(
    'keeps %s',
    (html) => {
      expect(firstFrameOf(html)).toBe(html);
    },
  );
});
