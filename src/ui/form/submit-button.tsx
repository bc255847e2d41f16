import type { ComponentProps, ReactElement } from 'react';

import { Button } from '../action/button.tsx';

/** The wide main button at the end of a form. */
export const SubmitButton = (props: ComponentProps<typeof Button>): ReactElement => (
  <Button type="submit" variant="primary" size="lg" block {...props} />
);
