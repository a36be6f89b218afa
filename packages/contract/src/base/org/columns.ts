import { columns } from '../../core/columns';

/** A department as a line of a sheet. */
export interface OrgSheetRow {
  path: string;
  name: string;
  code: string;
  orgType: number;
  manager: string;
  phone: string;
  address: string;
  sort: number;
  remark: string;
  userTotal: number;
  vehicleTotal: number;
}
export const orgSheetColumns = columns<OrgSheetRow>()([
  { value: 'path', label: '部门路径', width: 260 },
  { value: 'name', label: '部门名称', width: 120 },
  { value: 'code', label: '部门编码', width: 100 },
  { value: 'orgType', label: '类型', width: 80, dict: 'orgType' },
  { value: 'manager', label: '负责人', width: 100 },
  { value: 'phone', label: '电话', width: 120 },
  { value: 'address', label: '地址', width: 200 },
  { value: 'sort', label: '排序', width: 60 },
  { value: 'remark', label: '备注', width: 200 },
  { value: 'userTotal', label: '成员（含下级）', width: 110 },
  { value: 'vehicleTotal', label: '车辆（含下级）', width: 110 },
]);
