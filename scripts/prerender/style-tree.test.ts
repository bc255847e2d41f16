import { describe, expect, it } from 'vitest';

import { usedStyles } from '../../server/web/used-styles.ts';
import { neededBy, styleTree } from './style-tree.ts';

const keep = (css: string, html: string): string => usedStyles(styleTree(css), html);

describe('neededBy', () => {
  it.each([
    ['.a', ['.a']],
    ['ul.a > LI .b-2_x', ['ul', '.a', 'li', '.b-2_x']],
    ['*', []],
    [':root', []],
    ['#a1', []],
    ['[data-x=".b]"] .a', ['.a', '[data-x]']],
    ['.a[open]:not([data-x])', ['.a']],
    [':root[data-theme=dark] [data-first] .a', ['.a']],
    ['.a:not(.b, :is(.c .d)):hover', ['.a']],
    ['.a:has(> .b)::before', ['.a']],
    ['.a:nth-child(2n + 1 of .b) i', ['.a', 'i']],
    [String.raw`.a\:b .c`, []],
  ])('%s needs %j', (selector, needs) => {
    expect(neededBy(selector)).toEqual(needs);
  });
});

describe('usedStyles', () => {
  it('keeps a rule, as it is, when one selector of its list can match', () => {
    const css = '.a{x:1}.b,.c .a{x:2}.b .a{x:3}i{x:4}.d i{x:5}*{x:6}';
    expect(keep(css, '<p class="c a"></p>')).toBe('.a{x:1}.b,.c .a{x:2}*{x:6}');
    expect(keep(css, '<I class="d">')).toBe('i{x:4}.d i{x:5}*{x:6}');
  });

  it('keeps states that are not on', () => {
    const css = '.a:hover{x:1}.a:not(.b){x:2}.a[open]{x:3}';
    expect(keep(css, '<p class="a">')).toBe(css);
  });

  it('takes no part of a name for the name', () => {
    expect(keep('.a{x:1}.aa{x:2}b{x:3}', '<body class="aa-b">')).toBe('');
  });

  it('goes into at-rules, and drops those that lose everything', () => {
    const css =
      '@media (width>1px){.a{x:1}@supports (x:1){.b{x:2}}}@container y (width>2px){.b{x:3}}';
    expect(keep(css, '<p class="a">')).toBe('@media (width>1px){.a{x:1}}');
    expect(keep(css, '<p class="b">')).toBe(
      '@media (width>1px){@supports (x:1){.b{x:2}}}@container y (width>2px){.b{x:3}}',
    );
  });

  it('keeps what is no rule, but keyframes only when a kept rule plays them', () => {
    const always = '@font-face{src:url(x)}@property --x{syntax:"*";inherits:false}';
    const css = `${always}.a{animation:1s up}.b{animation:1s up-2}@keyframes up{to{x:1}}@keyframes up-2{to{x:2}}`;
    expect(keep(css, '<p>')).toBe(always);
    expect(keep(css, '<p class="a">')).toBe(`${always}.a{animation:1s up}@keyframes up{to{x:1}}`);
  });

  it('keeps the order of layers, also of one that loses everything', () => {
    const css = '@layer x,y;@layer y{.a{x:1}}@layer z{.b{x:2}}@layer w{.a{x:3}}';
    expect(keep(css, '<p class="a">')).toBe('@layer x,y,z,w;@layer y{.a{x:1}}@layer w{.a{x:3}}');
  });

  it('keeps of custom properties those that a kept rule, the document or a kept one asks for', () => {
    const css =
      ':root{--a:1;--b:var(--c, 2);--c:3;--d:4;--e:url("x;y");color:red}' +
      '[data-x]{--b:5;--d:6}.a{x:var( --b)}.b{x:var(--d)}@media (width>1px){:root{--c:7}}';
    expect(keep(css, '<p class="a" style="y:var(--e)" data-x>')).toBe(
      ':root{--b:var(--c, 2);--c:3;--e:url("x;y");color:red;}' +
        '[data-x]{--b:5;}.a{x:var( --b)}@media (width>1px){:root{--c:7;}}',
    );
    expect(keep(css, '<p>')).toBe(':root{color:red;}@media (width>1px){:root{}}');
  });

  it('keeps a rule with others in it whole', () => {
    const css = '.a{x:1;& .b{x:2}}';
    expect(keep(css, '<p class="a">')).toBe(css);
    expect(keep(css, '<p class="b">')).toBe('');
  });
});

it('refuses a layer whose place in the order it cannot know', () => {
  expect(() => styleTree('@media print{@layer x{.a{x:1}}}')).toThrow('@layer x');
});
