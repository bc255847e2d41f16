import { createElement, useState } from 'react';
import { Link, Route, Switch } from 'wouter';

const ITEMS = ['Bread', 'School lunch', 'Bus ride', 'Data bundle', 'Clinic visit'];

export const BARE_STYLES = `
:root{font:16px/1.5 system-ui,sans-serif;color:#1d1a17;background:#fffaf2}
body{margin:0}header{display:flex;gap:16px;padding:8px 16px;background:#3a2c5f}
header a{color:#fff;padding:12px}main{max-width:40rem;margin:auto;padding:16px}
button{font:inherit;min-height:48px;padding:0 24px;border:0;border-radius:8px;color:#fff;background:#3a2c5f}
ul{list-style:none;padding:0}li{margin:8px 0;padding:12px;border:1px solid #ccc;border-radius:8px}
`.replaceAll('\n', '');

function Home() {
  const [taps, setTaps] = useState(0);
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Vouchers near you'),
    createElement('p', null, 'Keep one now and use it later, with or without a connection.'),
    createElement('button', { onClick: () => setTaps(taps + 1) }, `Tapped ${taps}`),
    createElement('ul', null, ...ITEMS.map((item) => createElement('li', { key: item }, item))),
  );
}

const About = () => createElement('main', null, createElement('h1', null, 'About'));

export const BarePage = () =>
  createElement(
    'div',
    null,
    createElement(
      'header',
      null,
      createElement(Link, { href: '/' }, 'Home'),
      createElement(Link, { href: '/about' }, 'About'),
    ),
    createElement(
      Switch,
      null,
      createElement(Route, { path: '/', component: Home }),
      createElement(Route, { path: '/about', component: About }),
    ),
  );
