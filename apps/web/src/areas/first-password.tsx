import { lazy } from 'react';

/** What stands in place of every page while a given password is not changed yet. */
export const FirstPassword = lazy(() =>
  import('../modules/base/identity/password/dialog').then((m) => ({ default: m.FirstPassword })),
);
