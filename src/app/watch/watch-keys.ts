/** Marks keyboard use, because a heading shows a focus ring only then. */
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
