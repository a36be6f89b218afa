import type { GrantCalls } from '@tongda/contract/company/resource-auth/calls';
import {
  authColumns,
  type LockGrantRow,
  lockGrantColumns,
  mapGrantColumns,
} from '@tongda/contract/company/resource-auth/columns';
import { lockGrantImports, lockGrants } from '@tongda/contract/company/resource-auth/lock-grants';
import { mapGrantImports, mapGrants } from '@tongda/contract/company/resource-auth/map-grants';
import type { GrantFamily } from '@tongda/contract/company/resource-auth/rights';
import { authImports, vehicleGrants } from '@tongda/contract/company/resource-auth/shapes';
import type { Column } from '@tongda/contract/core/columns';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { Cells } from '../../../kit/table/types';
import { authCells, lockGrantCells } from './cells';

/** What differs between the three pages of grants (vehicles, map resources, locks). */
export interface GrantFamilyPage {
  family: GrantFamily;
  calls: GrantCalls;
  imports: ImportCalls;
  /** typed by the row of locks, which has four columns more than the others */
  columns: ReadonlyArray<Column<LockGrantRow>>;
  cells: Cells<LockGrantRow>;
  /** words of the search box */
  search: string;
  empty: string;
  rightsHelp: string;
}

export const families: Readonly<Record<GrantFamily, GrantFamilyPage>> = {
  vehicle: {
    family: 'vehicle',
    calls: vehicleGrants,
    imports: authImports,
    columns: authColumns,
    cells: authCells,
    search: '车牌 / 设备号，可粘贴多个',
    empty: '车辆默认只有所属部门可见；授权后其他部门或用户也能看到',
    rightsHelp: '查看必选；控制为下发指令，视频为看实时画面和回放，编辑为修改车辆资料',
  },
  map: {
    family: 'map',
    calls: mapGrants,
    imports: mapGrantImports,
    columns: mapGrantColumns,
    cells: authCells,
    search: '名称，可粘贴多个',
    empty: '可见范围为“本部门”或“仅自己”的站点、区域、线路和门店，授权后其他部门或用户也能看到',
    rightsHelp: '查看必选；编辑为修改资料和图形，用于报警规则为可在报警规则中选用',
  },
  lock: {
    family: 'lock',
    calls: lockGrants,
    imports: lockGrantImports,
    columns: lockGrantColumns,
    cells: lockGrantCells,
    search: '锁编号，可粘贴多个',
    empty: '授权后，被授权人可在约定的时段和地点打开蓝牙锁',
    rightsHelp: '',
  },
};
