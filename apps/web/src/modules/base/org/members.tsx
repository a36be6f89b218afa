import { type MemberRow, type OrgRow, orgMembers, orgTransfer } from '@tongda/contract/base/org/calls';
import { accountStatus } from '@tongda/contract/base/org/enums';
import { userUpdate } from '@tongda/contract/company/user/calls';
import { columns } from '@tongda/contract/core/columns';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Checkbox, Select, TreeSelect } from 'antd';
import { ArrowRightLeft, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { InnerList } from '../../../kit/list/inner';
import { Can } from '../../../kit/session/can';
import { loadOrgs } from './door';

const shown = columns<MemberRow>()([
  { value: 'name', label: '姓名', width: 84 },
  { value: 'accountCode', label: '账号', width: 92 },
  { value: 'phone', label: '手机', width: 104 },
  { value: 'orgName', label: '部门', width: 100 },
  { value: 'roleNames', label: '角色', width: 122 },
  { value: 'userOrgType', label: '类型', width: 68, dict: 'userOrgType' },
  { value: 'accountStatus', label: '状态', width: 70, dict: 'accountStatus' },
  { value: 'lastLoginTime', label: '最近登录', width: 118 },
]);

/** Members of a department, with those below it unless told otherwise; several may be moved to another department. */
export function OrgMembers({ org, changed }: { org: OrgRow; changed: () => void }) {
  const [below, setBelow] = useState(true);
  const [status, setStatus] = useState<number>();
  const [moving, setMoving] = useState<{ ids: string[]; clear: () => void } | null>(null);
  return (
    <>
      <InnerList<MemberRow>
        of={orgMembers}
        columns={shown}
        fixed={{ orgId: org.id, below: below ? '1' : '0', ...(status === undefined ? {} : { accountStatus: status }) }}
        search="姓名 / 账号 / 手机"
        empty="该部门还没有成员"
        cells={{
          accountStatus: (row) => (
            <span className="td-dot" data-tone={row.accountStatus === accountStatus.enabled ? 'green' : 'grey'}>
              {accountStatus.label(row.accountStatus)}
            </span>
          ),
        }}
        tools={
          <>
            <Select<number>
              aria-label="状态"
              style={{ width: 110 }}
              placeholder="全部状态"
              allowClear
              value={status}
              options={accountStatus.options.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={setStatus}
            />
            <Checkbox checked={below} onChange={(event) => setBelow(event.target.checked)}>
              含下级
            </Checkbox>
          </>
        }
        batch={(ids, clear) => (
          <Can do={orgTransfer}>
            <Button icon={<ArrowRightLeft />} onClick={() => setMoving({ ids, clear })}>
              调部门
            </Button>
          </Can>
        )}
        rowActions={(row) => [
          { label: '编辑', to: href(routes.userEdit, 'enterprise', { id: row.id }), can: userUpdate },
        ]}
      />
      {moving ? (
        <TransferDialog
          ids={moving.ids}
          done={() => {
            moving.clear();
            changed();
          }}
          close={() => setMoving(null)}
        />
      ) : null}
    </>
  );
}

function TransferDialog({ ids, done, close }: { ids: string[]; done: () => void; close: () => void }) {
  const [orgId, setOrgId] = useState<string>();
  const orgs = useTreeOptions(loadOrgs);
  return (
    <FormDialog
      endpoint={orgTransfer}
      input={orgId === undefined ? null : { userIds: ids, orgId }}
      touched={orgId !== undefined}
      told={({ moved }) => `已调动 ${moved} 人`}
      done={done}
      close={close}
      title={`把 ${ids.length} 名成员调到`}
      okText="调动"
      width={420}
    >
      <p className="td-cap">调动后他们可见的车辆按新部门计算，立即生效。</p>
      <AtField name="orgId">
        <TreeSelect
          aria-label="目标部门"
          suffixIcon={<ChevronDown className="td-ico td-mute" />}
          style={{ width: '100%' }}
          treeData={orgs}
          value={orgId}
          treeDefaultExpandAll
          placeholder="选择部门"
          showSearch={treeSearch}
          onChange={setOrgId}
        />
      </AtField>
    </FormDialog>
  );
}
