import { Button } from 'antd';
import { goToLogin } from '../../../../kit/session/leave';
import { reloadUser, useSession } from '../../../../kit/session/user';
import { Prover } from '../password/prover';
import { EnrolDialog } from './enrol-dialog';
import './styles.css';

/** Replaces every page as long as the company wants a second factor that the user does not have. */
export function FirstFactor() {
  const name = useSession((state) => state.user?.clientName ?? '');
  // in the dialog: what lies behind it cannot be clicked
  const why = (
    <p className="base-identity-factor-why">
      {name}要求二次验证：登录时除密码外，还须输入手机验证器显示的数字。
      <Button type="link" size="small" onClick={() => goToLogin()}>
        退出登录
      </Button>
    </p>
  );
  return (
    <main>
      <EnrolDialog why={why} done={reloadUser} />
      <Prover />
    </main>
  );
}
