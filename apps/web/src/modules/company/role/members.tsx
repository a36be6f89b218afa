import {
  type RoleMember,
  type RoleRow,
  roleAddMembers,
  roleMembers,
  roleRemoveMembers,
} from '@tongda/contract/company/role/calls';
import { columns } from '@tongda/contract/core/columns';
import { constants } from '@tongda/contract/shell/constants';
import { Button, Select } from 'antd';
import { UserMinus, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { reportError } from '../../../kit/dialog/notify';
import type { Found } from '../../../kit/form/input/remote-select';
import { InnerList } from '../../../kit/list/inner';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { searchUsers } from '../../base/reference/door';

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
  const remove = useAct(roleRemoveMembers, {
    sure: ({ userIds }) => ({
      title: `确定移除 ${userIds.length} 名成员？`,
      content: '他们立即失去由该角色得到的权限。',
      ok: '移除',
    }),
    told: ({ changed: n }) => `已移除 ${n} 名成员`,
    done,
  });
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
            <Button
              icon={<UserMinus />}
              onClick={async () => {
                if (await remove.run({ roleId: role.id, userIds: keys })) clear();
              }}
            >
              移除
            </Button>
          </Can>
        )}
        rowActions={(row) => [
          {
            label: '移除',
            can: roleRemoveMembers,
            danger: true,
            run: () => void remove.run({ roleId: role.id, userIds: [row.id] }),
          },
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
  return (
    <FormDialog
      endpoint={roleAddMembers}
      input={{ roleId: role.id, userIds: chosen.map(({ value }) => value) }}
      ready={chosen.length > 0}
      told={({ changed }) => `已添加 ${changed} 名成员`}
      done={done}
      close={close}
      title={`添加“${role.name}”的成员`}
      okText="添加"
      width={480}
    >
      <AtField name="userIds">
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
      </AtField>
    </FormDialog>
  );
}
