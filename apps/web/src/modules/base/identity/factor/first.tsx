import { Button } from 'antd';
import { goToLogin } from '../../../../kit/session/leave';
import { reloadUser, useSession } from '../../../../kit/session/user';
import { ProveDialog } from '../password/prove-dialog';
import { EnrolDialog } from './enrol-dialog';
import './styles.css';

/** Replaces every page as long as the company wants a second factor that the user does not have. */
export function FirstFactor() {
  const name = useSession((state) => state.user?.clientName ?? '');
  return (
    <main className="base-identity-factor-first">
      <p>{name}要求二次验证：登录时除密码外，还须输入手机验证器显示的数字。</p>
      <Button type="link" onClick={() => goToLogin()}>
        退出登录
      </Button>
      <EnrolDialog done={reloadUser} />
      <ProveDialog />
    </main>
  );
}
