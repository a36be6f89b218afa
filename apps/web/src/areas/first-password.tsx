import { lazy } from 'react';
import { useSession } from '../kit/session/user';

const Password = lazy(() =>
  import('../modules/base/identity/password/dialog').then((m) => ({ default: m.FirstPassword })),
);
const Factor = lazy(() => import('../modules/base/identity/factor/first').then((m) => ({ default: m.FirstFactor })));

/** What stands in place of every page while a given password is not changed yet, or a second factor that the company wants is missing. */
export function FirstPassword() {
  const mustChangePwd = useSession((state) => state.user?.mustChangePwd ?? false);
  return mustChangePwd ? <Password /> : <Factor />;
}
