import { type UserRow, userLoginLog } from '@tongda/contract/company/user/calls';
import { columns } from '@tongda/contract/core/columns';
import type { Output } from '@tongda/contract/core/endpoint';
import { Drawer } from 'antd';
import { InnerList } from '../../../kit/list/inner';

type Line = Output<typeof userLoginLog>['list'][number];
const shown = columns<Line>()([
  { value: 'time', label: '时间', width: 150 },
  { value: 'event', label: '事件', width: 110 },
  { value: 'ip', label: '地址', width: 120 },
  { value: 'userAgent', label: '浏览器', width: 240 },
  { value: 'actor', label: '代操作人', width: 90 },
]);

/** 登录日志 of one account. */
export function LoginLogDrawer({ user, close }: { user: UserRow; close: () => void }) {
  return (
    <Drawer open size={780} title={`${user.name} 的登录日志`} onClose={close} styles={{ body: { padding: 0 } }}>
      <InnerList<Line>
        of={userLoginLog}
        columns={shown}
        fixed={{ id: user.id }}
        cells={{ time: (line) => line.time }}
        empty="还没有登录过"
      />
    </Drawer>
  );
}
