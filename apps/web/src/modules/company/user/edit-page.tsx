import { accountStatus, dataScope, userOrgType } from '@tongda/contract/base/org/enums';
import { lockGrantSave } from '@tongda/contract/company/resource-auth/lock-grants';
import {
  type UserDetail,
  userAccountUse,
  userAdd,
  userChangeHis,
  userDetail,
  userJurisdiction,
  userPage,
  userUpdate,
} from '@tongda/contract/company/user/calls';
import { Form } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { DictItem } from '../../../kit/call/dict-cache';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { reportError } from '../../../kit/dialog/notify';
import { useEditScope } from '../../../kit/form/edit-context';
import { FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, EnumField, SelectField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { JurisdictionField } from '../../base/jurisdiction/door';
import { loadOrgs } from '../../base/org/door';
import { loadGivableRoles, loadRoles, MenuPreview } from '../role/door';
import { CompanyLinks } from './companies';
import { InitialPasswordField, withPassword } from './initial-password';
import { userLinks } from './links';
import { NewPassword } from './new-password';

type Made = { account: string; password: string; go: () => void };

const blank: Values = { userOrgType: userOrgType.normal, roleIds: [], orgIds: [] };
const toForm = (u: UserDetail | null): Values =>
  u === null
    ? blank
    : {
        accountCode: u.accountCode,
        name: u.name,
        phone: u.phone,
        email: u.email,
        orgId: u.orgId,
        roleIds: u.roleIds,
        userOrgType: u.userOrgType,
        dataScope: u.dataScope,
        orgIds: u.orgIds,
        expireDate: u.expireDate,
        remark: u.remark,
      };
const toInput = (values: Values, loaded: UserDetail | null): Values =>
  loaded === null ? values : { ...values, id: loaded.id, version: loaded.version };

/** 新增/修改用户: `?id=` edits. A new account whose password was left blank gets one from the server, shown once. */
export function UserEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const [made, setMade] = useState<Made | null>(null);
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [userPage, userAccountUse, userDetail, userChangeHis, userJurisdiction])
        void invalidate(endpoint);
    },
    [invalidate],
  );
  const saved = useCallback((answer: unknown): void | Promise<void> => {
    // only the answer of a new user holds a password, and only when the server made it
    const made = userAdd.output.safeParse(answer);
    if (!made.success || !made.data.password) return;
    const { accountCode: account, password } = made.data;
    return new Promise((go) => setMade({ account, password, go }));
  }, []);
  return (
    <>
      <EditPage<UserDetail, typeof userUpdate>
        noun="用户"
        id={id}
        load={userDetail}
        save={userUpdate}
        create={userAdd}
        toForm={toForm}
        toInput={toInput}
        prepare={withPassword}
        saved={saved}
        back={userLinks.list}
        head={(u) => ({
          code: u.name,
          status: (
            <span className="td-dot" data-tone={u.accountStatus === 1 ? 'green' : 'grey'}>
              {accountStatus.label(u.accountStatus)}
            </span>
          ),
          meta: `创建于 ${shortTime(u.createTime)}　最近修改 ${shortTime(u.updateTime)}`,
        })}
        aside={(u) => (
          <>
            {u ? <Aside user={u} /> : <Hints />}
            <ChosenMenus />
            {u ? <OperationLog of={userChangeHis} id={u.id} /> : null}
          </>
        )}
        body={(u) => <Fields loaded={u} />}
      />
      {made ? <NewPassword account={made.account} password={made.password} close={made.go} /> : null}
    </>
  );
}

function Fields({ loaded }: { loaded: UserDetail | null }) {
  const { form } = useEditScope();
  const me = useSession((state) => state.user);
  const scope: unknown = Form.useWatch('dataScope', form);
  const admin = Form.useWatch('userOrgType', form) === userOrgType.admin;
  const roles = useRoles(loaded?.roleIds);
  const mayAdmin = me?.isPrimaryUser === 1 || me?.isOrgManager === 1;
  return (
    <>
      <FieldGroup title="账号" hint={loaded ? '账号不能修改' : '初始密码可自定，也可由系统生成'}>
        <TextField name="accountCode" label="账号" placeholder="字母或字母加数字" disabled={loaded !== null} />
        <TextField name="name" label="姓名" />
        <TextField name="phone" label="手机" placeholder="可用于登录" />
        <TextField name="email" label="邮箱" />
        <EnumField
          name="userOrgType"
          label="账号类型"
          of={userOrgType}
          segmented
          disabled={!mayAdmin || loaded?.isPrimary}
          help={mayAdmin ? undefined : '只有管理员可以设管理员'}
        />
        <DateField name="expireDate" label="有效期" />
        {loaded ? null : <InitialPasswordField />}
      </FieldGroup>
      <FieldGroup title="部门与权限" hint="保存后立即生效">
        <TreeField name="orgId" label="部门" load={loadOrgs} />
        <SelectField name="roleIds" label="角色" options={roles} multiple span={6} />
        <SelectField
          name="dataScope"
          label="数据范围"
          options={dataScope.options}
          placeholder="按角色"
          help={admin ? '管理员可见全公司，不受数据范围限制' : '空白为按角色'}
        />
        {scope === dataScope.custom ? (
          <TreeField name="orgIds" label="自定义部门" load={loadOrgs} multiple span={6} help="含所选部门的下级" />
        ) : null}
        <TextAreaField name="remark" label="备注" rows={1} />
      </FieldGroup>
      {admin ? null : (
        <FieldGroup title="单独授权" hint="数据范围以外的车辆和地点">
          <JurisdictionField of={userJurisdiction} id={loaded?.id} />
        </FieldGroup>
      )}
    </>
  );
}

/** Roles that may be given, and those that the user has already. */
function useRoles(held: readonly string[] | undefined): DictItem[] {
  const [all, setAll] = useState<{ given: DictItem[]; every: DictItem[] }>({ given: [], every: [] });
  useEffect(() => {
    Promise.all([loadGivableRoles(), loadRoles()]).then(([given, every]) => setAll({ given, every }), reportError);
  }, []);
  return useMemo(
    () => [
      ...all.given,
      ...all.every.filter(
        ({ code }) => held?.includes(String(code)) && !all.given.some((given) => given.code === code),
      ),
    ],
    [all, held],
  );
}

/** What the roles of the form open, while they are chosen. */
function ChosenMenus() {
  const { form } = useEditScope();
  const roleIds: unknown = Form.useWatch('roleIds', form);
  return <MenuPreview roleIds={Array.isArray(roleIds) ? roleIds.map(String) : []} />;
}

function Aside({ user }: { user: UserDetail }) {
  return (
    <>
      <Panel title="车辆授权">
        <p className="td-cap">除数据范围外，还可以把车辆单独授权给该用户。</p>
        <Link to={userLinks.visible(user.id)}>查看可见车辆与原因</Link>
      </Panel>
      <Can do={lockGrantSave}>
        <Panel title="蓝牙锁授权">
          <p className="td-cap">开锁方式、允许时段和次数在蓝牙锁授权中设置。</p>
          <Link to={userLinks.locks(user.id)}>授权蓝牙锁</Link>
        </Panel>
      </Can>
      <CompanyLinks id={user.id} name={user.name} />
    </>
  );
}

function Hints() {
  return (
    <Panel title="填写提示">
      <ul className="kit-detail-hints">
        <li>账号、手机号全平台不能重复，都可用于登录。</li>
        <li>角色决定能用的菜单和按钮，数据范围决定能看的车辆。</li>
        <li>管理员账号可见全公司的车辆和部门。</li>
        <li>初始密码空白时由系统生成，保存后显示一次，请转告本人，7天内有效。</li>
        <li>本人用账号或手机号登录，首次登录须修改密码。</li>
      </ul>
    </Panel>
  );
}
