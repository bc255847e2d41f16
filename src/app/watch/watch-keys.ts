/**
 * Marks the document while the user goes about with the Tab key, until the next touch or click: only then
 * does a heading that a navigation focused wear a ring.
 */
export function watchKeys(): void {
  const { dataset } = document.documentElement;
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') dataset['keys'] = '';
    },
    true,
  );
  addEventListener('pointerdown', () => delete dataset['keys'], true);
}
