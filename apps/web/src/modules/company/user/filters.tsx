import { accountStatus, userOrgType } from '@tongda/contract/base/org/enums';
import {
  FilterEnum,
  FilterRange,
  FilterRemote,
  FilterSelect,
  FilterText,
  FilterTree,
} from '../../../kit/list/filter/controls';
import { loadOrgs } from '../../base/org/door';
import { loadRoles } from '../role/door';

const idle = [{ code: '1', name: '超过90天' }];

/** Filters of the list of users, the most used first. */
export function UserFilters() {
  return (
    <>
      <FilterText name="keyword" label="姓名 / 账号 / 手机" main width={200} />
      <FilterTree name="orgId" label="部门" load={loadOrgs} width={180} />
      <FilterRemote name="roleId" label="角色" load={loadRoles} width={170} />
      <FilterEnum name="accountStatus" label="状态" of={accountStatus} width={120} />
      <FilterEnum name="userOrgType" label="类型" of={userOrgType} width={120} />
      <FilterRange names={['loginFrom', 'loginTo']} label="最近登录" />
      <FilterSelect name="idle" label="未登录" options={idle} width={150} />
    </>
  );
}
