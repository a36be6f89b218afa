import { columns } from '../../core/columns';
import type { UserRow } from './calls';

/** The list of users: the same columns in the table, the display-fields dialog and the sheet. */
export const userColumns = columns<UserRow>()([
  { value: 'name', label: '姓名', width: 122, fixed: 'left', sortable: true, noEdit: true },
  { value: 'accountCode', label: '账号', width: 120, sortable: true },
  { value: 'phone', label: '手机', width: 112 },
  { value: 'orgName', label: '部门', width: 120, sortable: true },
  { value: 'roleNames', label: '角色', width: 150 },
  { value: 'userOrgType', label: '类型', width: 74, dict: 'userOrgType' },
  { value: 'dataScope', label: '数据范围', width: 112, dict: 'dataScope' },
  { value: 'visibleVehicles', label: '可见车辆', width: 78, align: 'right' },
  { value: 'accountStatus', label: '状态', width: 78, dict: 'accountStatus', sortable: true },
  { value: 'wxBound', label: '微信绑定', width: 78, dict: 'boundState' },
  { value: 'lastLoginTime', label: '最近登录', width: 136, sortable: true },
  { value: 'expireDate', label: '有效期', width: 100, sortable: true },
  { value: 'createTime', label: '创建时间', width: 136, sortable: true },
]);
