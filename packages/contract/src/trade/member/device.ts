import { z } from 'zod';
import { quotaUseShape } from '../../base/allowance/bounds';
import { orgOptions } from '../../base/org/calls';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { terminalSearch } from '../../core/field/terminal-number';
import { id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, filterCode, filterText } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { memberEffectiveStatus } from './enums';
import { memberBase, memberRead } from './plan';

const deviceRow = z.object({
  id,
  deviceNo: z.string(),
  /** of the vehicle that has it now; null: none */
  vehicleId: id.nullable(),
  plateNo: z.string(),
  vehicleColor: z.number().nullable(),
  deviceModel: z.string(),
  orgName: z.string(),
  /** plan of the current membership, otherwise of the next one, otherwise of the last one */
  planName: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  /** negative: over since so many days */
  remainDays: z.number().nullable(),
  memberEffectiveStatus: z.number(),
});
export type MemberDevice = z.infer<typeof deviceRow>;

/** Filters of the devices, `d` in their SQL. Models are chosen among those that the company has. */
export const memberDeviceFilters = filterSet({
  keyword: by.text('终端编号 / 车牌', {
    form: terminalSearch,
    main: true,
    width: 190,
    columns: ['terminal_no', 'v.plate_no'],
  }),
  orgId: by.own(by.org('部门', orgOptions, { width: 170 })),
  model: by.own(by.text('型号', { width: 150 })),
  effectiveStatus: by.own(by.code('状态', memberEffectiveStatus, { width: 150 })),
  /** ends within 30 days */
  expire: by.own(by.key('到期', { soon: '30天内到期' }, { width: 150 })),
});
const filters = memberDeviceFilters.schema;
export type MemberDeviceFilters = z.output<typeof filters>;
export const queryMemberDevice = endpoint({
  path: `${memberBase}/queryMemberDevice`,
  access: memberRead,
  title: '会员设备列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(deviceRow),
});
export const memberDeviceExport = endpoint({
  path: `${memberBase}/exportMemberDevice`,
  access: button('member', 'export'),
  title: '导出会员设备',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
export const memberDeviceColumns = columns<MemberDevice>()([
  { value: 'deviceNo', label: '终端编号', width: 164, fixed: 'left', sortable: true, noEdit: true },
  { value: 'plateNo', label: '车牌', width: 112, sortable: true },
  { value: 'deviceModel', label: '型号', width: 100 },
  { value: 'orgName', label: '部门', width: 120 },
  { value: 'planName', label: '套餐', width: 96 },
  { value: 'startDate', label: '开始日期', width: 104 },
  { value: 'endDate', label: '结束日期', width: 104, sortable: true },
  { value: 'remainDays', label: '剩余天数', width: 88, align: 'right', sortable: true },
  { value: 'memberEffectiveStatus', label: '状态', width: 88, dict: 'memberEffectiveStatus' },
]);

/** What the head of the member centre shows. */
export const memberSummary = endpoint({
  path: `${memberBase}/summary`,
  access: memberRead,
  title: '会员概况',
  output: z.object({
    /** the highest plan that a terminal of the company has today, and the last day of it; null: none */
    planName: z.string().nullable(),
    planUntil: z.string().nullable(),
    /** what the company may, and how much of it is used */
    uses: z.array(quotaUseShape),
    /** terminals that the caller sees, and below how many of them have a membership */
    total: z.number(),
    effective: z.number(),
    /** of these, how many end within 30 days */
    soon: z.number(),
    expired: z.number(),
    never: z.number(),
    nearestEnd: z.string().nullable(),
    models: z.array(z.string()),
  }),
});

const chooseFilters = { planId: id, keyword: filterText(50), model: filterText(50), orgId: id.optional() };
const choosable = deviceRow.extend({
  /** for the months asked for; null = not sold for so long */
  unitPriceFen: z.number().nullable(),
});
export type ChoosableDevice = z.infer<typeof choosable>;
export const queryAvailableEquipment = endpoint({
  path: `${memberBase}/queryAvailableEquipment`,
  access: memberRead,
  title: '可购买会员的设备',
  input: pageQuery.extend({
    ...chooseFilters,
    months: z.coerce.number().int().default(12),
    effectiveStatus: filterCode(memberEffectiveStatus.codes),
  }),
  output: pageOf(choosable),
});
const refusedDevice = z.object({
  id,
  deviceNo: z.string(),
  /** of the vehicle that has it now; null: none */
  vehicleId: id.nullable(),
  plateNo: z.string(),
  deviceModel: z.string(),
  reason: z.string(),
});
export type RefusedDevice = z.infer<typeof refusedDevice>;
export const queryNonPurchasableEquipment = endpoint({
  path: `${memberBase}/queryNonPurchasableEquipment`,
  access: memberRead,
  title: '不可购买会员的设备及原因',
  input: pageQuery.extend(chooseFilters),
  output: pageOf(refusedDevice),
});
