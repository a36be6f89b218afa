import { type DriverDetail, driverSetAccount } from '@tongda/contract/resources/driver/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { Panel } from '../../../kit/detail/panel';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { Can } from '../../../kit/session/can';
import { searchUsers } from '../../base/reference/door';
import { InviteButton } from './invite-dialog';

const phonePage = href(routes.driverHome, 'transport');

/** 登录账号: the account with which the driver uses the phone page. */
export function AccountPanel({ driver, changed }: { driver: DriverDetail; changed: () => void }) {
  const [choosing, setChoosing] = useState(false);
  const { account } = driver;
  const free = useAct(driverSetAccount, {
    sure: { title: `取消 ${driver.name} 的登录账号？`, content: '该账号不能再使用司机端，也不再限于本人的运单。' },
    told: '已取消关联',
    done: changed,
  });
  return (
    <Panel title="司机端账号">
      {account ? (
        <p>
          {account.name}（{account.accountCode}）
        </p>
      ) : (
        <p className="td-cap">没有关联登录账号，司机不能使用司机端</p>
      )}
      <p className="td-cap">
        司机用手机打开 {window.location.host}
        {phonePage} 登录后接单、发车、签收；该账号只能看到本人的运单。
      </p>
      <InviteButton driver={driver} changed={changed} />{' '}
      <Can do={driverSetAccount}>
        <Button size="small" onClick={() => setChoosing(true)}>
          {account ? '更换账号' : '关联账号'}
        </Button>{' '}
        {account ? (
          <Button size="small" loading={free.busy} onClick={() => void free.run({ id: driver.id, userId: null })}>
            取消关联
          </Button>
        ) : null}
      </Can>
      {choosing ? <AccountDialog driver={driver} done={changed} close={() => setChoosing(false)} /> : null}
    </Panel>
  );
}

function AccountDialog({ driver, done, close }: { driver: DriverDetail; done: () => void; close: () => void }) {
  const [userId, setUserId] = useState<string | undefined>(driver.account?.id);
  const { account } = driver;
  return (
    <FormDialog
      endpoint={driverSetAccount}
      input={userId ? { id: driver.id, userId } : null}
      touched={userId !== account?.id}
      told={`${driver.name} 已关联登录账号`}
      done={done}
      close={close}
      title={`${driver.name} 的登录账号`}
    >
      <p className="td-cap">一个账号只能关联一名司机；管理员账号不能关联。</p>
      <AtField name="userId">
        <RemoteSelect
          search={searchUsers}
          label="登录账号"
          placeholder="姓名、账号或手机号"
          value={userId}
          known={account ? { id: account.id, name: `${account.name}（${account.accountCode}）` } : null}
          onChange={setUserId}
        />
      </AtField>
    </FormDialog>
  );
}
