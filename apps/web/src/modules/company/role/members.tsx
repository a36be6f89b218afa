import {
  type RoleMember,
  type RoleRow,
  roleAddMembers,
  roleMembers,
  roleRemoveMembers,
} from '@tongda/contract/company/role/calls';
import { columns } from '@tongda/contract/core/columns';
import { constants } from '@tongda/contract/core/constants';
import { Button, Modal, Select } from 'antd';
import { UserMinus, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../kit/call/api';
import { confirm, reportError, toast } from '../../../kit/dialog/notify';
import type { Found } from '../../../kit/form/remote-select';
import { InnerList } from '../../../kit/list/inner-list';
import { useInvalidate } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { searchUsers } from '../user/door';

const shown = columns<RoleMember>()([
  { value: 'name', label: '姓名', width: 110 },
  { value: 'accountCode', label: '账号', width: 130 },
  { value: 'orgName', label: '部门', width: 150 },
  { value: 'accountStatus', label: '状态', width: 80, dict: 'accountStatus' },
  { value: 'lastLoginTime', label: '最近登录', width: 150 },
]);

/** Members of a role: who is in it, adding several, taking several out. */
export function RoleMembers({ role, changed }: { role: RoleRow; changed: () => void }) {
  const [adding, setAdding] = useState(false);
  const invalidate = useInvalidate();
  const done = (): void => {
    void invalidate(roleMembers);
    changed();
  };
  const remove = async (userIds: string[], clear: () => void): Promise<void> => {
    if (
      !(await confirm({
        title: `确定移除 ${userIds.length} 名成员？`,
        content: '他们立即失去由该角色得到的权限。',
        ok: '移除',
      }))
    )
      return;
    const { changed: n } = await call(roleRemoveMembers, { roleId: role.id, userIds });
    toast('success', `已移除 ${n} 名成员`);
    clear();
    done();
  };
  return (
    <>
      <InnerList<RoleMember>
        of={roleMembers}
        columns={shown}
        fixed={{ roleId: role.id }}
        search="姓名 / 账号"
        empty="还没有成员"
        tools={
          <Can do={roleAddMembers}>
            <Button icon={<UserPlus />} onClick={() => setAdding(true)}>
              添加成员
            </Button>
          </Can>
        }
        batch={(keys, clear) => (
          <Can do={roleRemoveMembers}>
            <Button icon={<UserMinus />} onClick={() => void remove(keys, clear).catch(reportError)}>
              移除
            </Button>
          </Can>
        )}
        rowActions={(row) => [
          { label: '移除', can: roleRemoveMembers, danger: true, run: () => remove([row.id], () => undefined) },
        ]}
      />
      {adding ? <AddMembers role={role} done={done} close={() => setAdding(false)} /> : null}
    </>
  );
}

function AddMembers({ role, done, close }: { role: RoleRow; done: () => void; close: () => void }) {
  const [found, setFound] = useState<Found[]>([]);
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<Array<{ value: string; label: string }>>([]);
  useEffect(() => {
    const timer = setTimeout(
      () => void searchUsers(keyword).then(setFound, reportError),
      keyword ? constants.debounce.defaultMs : 0,
    );
    return () => clearTimeout(timer);
  }, [keyword]);
  const save = async (): Promise<void> => {
    const { changed } = await call(roleAddMembers, { roleId: role.id, userIds: chosen.map(({ value }) => value) });
    toast('success', `已添加 ${changed} 名成员`);
    done();
    close();
  };
  return (
    <Modal
      open
      title={`添加“${role.name}”的成员`}
      okText="添加"
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 }}
      width={480}
      onOk={() => void save().catch(reportError)}
      onCancel={close}
    >
      <Select
        aria-label="成员"
        mode="multiple"
        labelInValue
        style={{ width: '100%' }}
        placeholder="输入姓名、账号或手机，可选多人"
        value={chosen}
        options={found.map(({ id, name, note }) => ({ value: id, label: note ? `${name} ${note}` : name }))}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        onChange={(next: Array<{ value: string; label: string }>) => setChosen(next)}
      />
    </Modal>
  );
}
