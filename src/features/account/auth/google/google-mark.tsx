import type { ReactElement } from 'react';

/** Google's sign, in its own colours, as its rules for sign-in buttons ask for. */
export const GoogleMark = (): ReactElement => (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M23 12.27c0-.8-.07-1.57-.2-2.31H12v4.37h6.17a5.27 5.27 0 0 1-2.29 3.46v2.87h3.7C21.75 18.67 23 15.74 23 12.27z"
    />
    <path
      fill="#34a853"
      d="M12 23.45c3.1 0 5.7-1.03 7.59-2.79l-3.7-2.87c-1.03.69-2.34 1.1-3.89 1.1-2.99 0-5.52-2.02-6.42-4.73H1.75v2.97A11.45 11.45 0 0 0 12 23.45z"
    />
    <path
      fill="#fbbc05"
      d="M5.58 14.16a6.88 6.88 0 0 1 0-4.4V6.79H1.75a11.45 11.45 0 0 0 0 10.34z"
    />
    <path
      fill="#ea4335"
      d="M12 5.03c1.69 0 3.2.58 4.39 1.72l3.29-3.29A11.02 11.02 0 0 0 12 .47 11.45 11.45 0 0 0 1.75 6.79l3.83 2.97C6.48 7.05 9.01 5.03 12 5.03z"
    />
  </svg>
);
