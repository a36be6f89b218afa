import { message } from '@tongda/contract/core/messages';
import { Button } from 'antd';
import { Eye, LogOut } from 'lucide-react';
import { useSession } from '../../kit/session/user';
import { leaveCompany } from '../frame/leave-system';

/** Provider staff in a company: whose it is, who looks, and the way out. */
export function VisitBanner() {
  const user = useSession((state) => state.user);
  if (user?.loginType !== -1) return null;
  return (
    <div className="shell-frame-visit" role="status">
      <Eye className="td-ico" />
      <span>{message('visit.banner', { company: user.clientName })}</span>
      {user.proxyUser ? <span className="shell-frame-visit-who">{user.proxyUser.name}</span> : null}
      <Button size="small" icon={<LogOut />} onClick={() => void leaveCompany()}>
        退出公司
      </Button>
    </div>
  );
}
