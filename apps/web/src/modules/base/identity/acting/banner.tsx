import { changeLogin } from '@tongda/contract/base/identity/acting';
import { Button } from 'antd';
import { Undo2, UserRoundCog } from 'lucide-react';
import { useAct } from '../../../../kit/call/use-act';
import { useSession } from '../../../../kit/session/user';
import { enterAs } from '../login/enter-as';
import './banner.css';

/** 代管: shows a super manager who acts as another user whose account it is, with the button that ends it. Part of the header. */
export function ActingBanner() {
  const user = useSession((state) => state.user);
  const back = useAct(changeLogin, { done: enterAs });
  if (user?.proxyUser?.mode !== 'super') return null;
  const { name, reason, until } = user.proxyUser;
  const end = new Date(until).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
  return (
    <div className="base-identity-acting" role="status" title={`原因：${reason}，${end}结束`}>
      <UserRoundCog className="td-ico" />
      <span>
        代管：{user.name}（{name}）
      </span>
      <Button size="small" icon={<Undo2 />} loading={back.busy} onClick={() => void back.run({ mode: 'back' })}>
        返回
      </Button>
    </div>
  );
}
