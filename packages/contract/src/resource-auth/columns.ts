import { columns } from '../core/columns';
import type { AuthRow, GranteeRow } from './resource-auth';

/** Grants, one line each: table, display-fields dialog and sheet. */
export const authColumns = columns<AuthRow>()([
  { value: 'resourceName', label: '车牌/设备号', width: 128, fixed: 'left', sortable: true, noEdit: true },
  { value: 'deviceType', label: '类型', width: 84 },
  { value: 'orgName', label: '所属部门', width: 112, sortable: true },
  { value: 'granteeType', label: '授权类型', width: 84, dict: 'granteeType' },
  { value: 'granteeName', label: '被授权方', width: 150 },
  { value: 'rights', label: '权限', width: 170 },
  { value: 'inherit', label: '含下级', width: 66 },
  { value: 'startTime', label: '开始时间', width: 136, sortable: true, hidden: true },
  { value: 'endTime', label: '有效期至', width: 136, sortable: true },
  { value: 'status', label: '状态', width: 78, dict: 'authStatus' },
  { value: 'grantUser', label: '授权人', width: 84 },
  { value: 'grantTime', label: '授权时间', width: 136, sortable: true },
  { value: 'remark', label: '说明', width: 150, hidden: true },
]);

/** Departments and users with what they were given. */
export const granteeColumns = columns<GranteeRow>()([
  { value: 'granteeName', label: '被授权方', width: 180, fixed: 'left', noEdit: true },
  { value: 'granteeType', label: '授权类型', width: 100, dict: 'granteeType' },
  { value: 'orgName', label: '所属部门', width: 140 },
  { value: 'active', label: '生效授权', width: 96, align: 'right' },
  { value: 'soon', label: '30天内到期', width: 104, align: 'right' },
  { value: 'ended', label: '已过期/撤销', width: 104, align: 'right' },
  { value: 'lastTime', label: '最近授权', width: 150 },
]);
