import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalId, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { registerCalls, statusCall } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { enableStatus } from '../enums';
import { temperatureType } from '../vehicle/enums';

const base = '/api/base/manage/fleet';
const read = { menu: menus.fleet.id } as const;
const text = z.string();

/**
 * Key of a fleet's leader: `u12` is a user, `d5` a driver, `n陈国栋` a typed name (older fleets, and people named in a spreadsheet whom nobody has
 * registered yet).
 */
const leaderKey = z
  .string('请选择负责人')
  .trim()
  .regex(/^(?:[ud]\d{1,19}|n[\p{L}·]{2,10})$/u, '请选择负责人');
/** The leader's key of a typed name. */
export const typedLeader = (name: string): string => `n${name}`;
/** The typed name in a leader's key; null when the key names a user or driver. */
export const typedNameOf = (key: string): string | null => (key.startsWith('n') ? key.slice(1) : null);

/** The form of a fleet (resources.md 1.6). */
export const fleetFields = z.object({
  name: z.string('请输入车队名称').trim().min(2, '车队名称为2~30个字符').max(30, '车队名称为2~30个字符'),
  code: optionalPattern({ regex: /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u, message: patterns.coding.message }),
  orgId: z.string('请选择所属部门').regex(/^\d{1,19}$/u, '请选择所属部门'),
  parentId: optionalId,
  leader: leaderKey,
  phone: optionalPattern(patterns.phoneOrTelephone),
  temperatureType: z
    .literal(temperatureType.codes, '请选择默认温区')
    .nullish()
    .transform((code) => code ?? null),
  dispatchArea: optionalText(50),
  remark: z.string().trim().max(100, '最多100个字符').default(''),
});
export type FleetFields = z.output<typeof fleetFields>;
export type FleetField = keyof FleetFields;
export const fleetLabels: Readonly<Record<FleetField, string>> = {
  name: '车队名称',
  code: '车队编码',
  orgId: '所属部门',
  parentId: '上级车队',
  leader: '负责人',
  phone: '联系电话',
  temperatureType: '默认温区',
  dispatchArea: '调度区域',
  remark: '备注',
};

export const fleetRow = z.object({
  id,
  name: text,
  code: text.nullable(),
  orgId: id.nullable(),
  orgName: text,
  parentId: id.nullable(),
  parentName: text,
  leader: text.nullable(),
  leaderName: text.nullable(),
  phone: text.nullable(),
  vehicleCount: z.number(),
  onlineCount: z.number(),
  driverCount: z.number(),
  temperatureType: z.number().nullable(),
  dispatchArea: text.nullable(),
  status: z.number(),
  remark: text,
  version: z.number(),
  createUser: text,
  createTime: dateTime,
  updateTime: dateTime,
});
export type FleetRow = z.infer<typeof fleetRow>;

export const fleetColumns = columns<FleetRow>()([
  { value: 'name', label: '车队名称', width: 150, fixed: 'left', sortable: true, noEdit: true },
  { value: 'code', label: '车队编码', width: 110, sortable: true },
  { value: 'status', label: '状态', width: 76, dict: 'enableStatus', sortable: true },
  { value: 'orgName', label: '所属部门', width: 120, sortable: true },
  { value: 'parentName', label: '上级车队', width: 120, sortable: true },
  { value: 'leaderName', label: '负责人', width: 90, sortable: true },
  { value: 'phone', label: '联系电话', width: 120 },
  { value: 'vehicleCount', label: '车辆数', width: 76, align: 'right', sortable: true },
  { value: 'onlineCount', label: '在线数', width: 76, align: 'right' },
  { value: 'driverCount', label: '司机数', width: 76, align: 'right', sortable: true },
  { value: 'temperatureType', label: '默认温区', width: 84, dict: 'temperatureType' },
  { value: 'dispatchArea', label: '调度区域', width: 130 },
  { value: 'createUser', label: '创建人', width: 90, hidden: true },
  { value: 'createTime', label: '创建时间', width: 118, sortable: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
  { value: 'remark', label: '备注', width: 150, hidden: true },
]);

export const fleetFilters = filterSet({
  name: by.text('车队名称或编码', { columns: ['name', 'code'], main: true, width: 200 }),
  orgId: by.org('部门', orgOptions, { width: 190 }),
  leaderName: by.own(by.text('负责人姓名或电话', { max: 20, width: 170 })),
  status: by.code('状态', enableStatus, { width: 130 }),
});

export const fleetRegister = registerCalls({
  base,
  noun: '车队',
  unit: '个',
  menu: menus.fleet.id,
  right: (right) => button('fleet', right),
  fields: { row: fleetRow, filters: fleetFilters, input: fleetFields, change: fleetFields.extend({ id, version }) },
});
export const {
  page: fleetPage,
  add: fleetAdd,
  update: fleetUpdate,
  del: fleetDel,
  exports: fleetExport,
  changeHis: fleetChangeHis,
  imports: fleetImports,
} = fleetRegister;
export const { page: fleetRecyclePage, restore: fleetRestore } = fleetRegister.recycle;
export const fleetDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '车队详情',
  input: z.object({ id }),
  output: z.object({
    ...fleetRow.shape,
    updateUser: text,
    /** vehicles of the fleet that the caller may see */
    vehicles: z.array(
      z.object({
        id,
        plateNo: text,
        vehicleColor: z.number(),
        vehicleType: text,
        driverName: text,
        /** as it moves now; null without a terminal, which would tell */
        state: z.number().nullable(),
      }),
    ),
    drivers: z.array(z.object({ id, name: text, licenseClass: text.nullable(), status: z.number() })),
    todayMileageKm: z.number(),
  }),
});
export type FleetDetail = z.infer<typeof fleetDetail.output>;

export const fleetSetStatus = statusCall(base, button('fleet', 'status'), '车队', enableStatus.codes);
/** 分配车辆: the fleet holds exactly these vehicles from now on. Vehicles of other fleets move; vehicles left out belong to no fleet afterwards. */
export const fleetAssign = endpoint({
  path: `${base}/assign`,
  access: button('fleet', 'assign'),
  title: '车队分配车辆',
  input: z.object({ id, vehicleIds: z.array(id).max(2000, '一个车队最多2000辆车') }),
  output: z.object({ added: z.number(), removed: z.number() }),
});
/** Vehicles to choose from in 分配车辆, each with its present fleet. */
export const fleetAssignable = endpoint({
  path: `${base}/assignable`,
  access: button('fleet', 'assign'),
  title: '可分配给车队的车辆',
  input: z.object({ id }),
  output: z.array(z.object({ id, plateNo: text, remarkNo: text, fleetId: id.nullable(), fleetName: text })),
});
export const {
  template: fleetImportTemplate,
  check: fleetImportCheck,
  run: fleetImport,
  history: fleetImportHis,
  undo: fleetImportUndo,
} = fleetImports;

/** People who may lead a fleet: users and drivers whom the caller sees, at most 100. A driver with an account of his own appears once. */
export const fleetLeaders = endpoint({
  path: `${base}/leaders`,
  access: read,
  title: '车队负责人选项',
  input: z.object({ keyword: filterText(20) }),
  output: z.array(
    z.object({
      key: text,
      name: text,
      phone: text,
      kind: z.enum(['user', 'driver']),
      /** department or fleet */ of: text,
    }),
  ),
});

export interface FleetNode {
  id: string;
  name: string;
  status: number;
  /** of the fleet itself, without the fleets below: vehicles that the caller sees, how many of them are online, drivers */
  vehicleCount: number;
  onlineCount: number;
  driverCount: number;
  /** vehicles of the fleet and all below it */
  vehicleTotal: number;
  children: FleetNode[];
}
const fleetNode: z.ZodType<FleetNode> = z.lazy(() =>
  z.object({
    id,
    name: text,
    status: z.number(),
    vehicleCount: z.number().int(),
    onlineCount: z.number().int(),
    driverCount: z.number().int(),
    vehicleTotal: z.number().int(),
    children: z.array(fleetNode),
  }),
);
/** The tree of the fleets that the caller sees; a fleet whose parent he does not see stands at the top. */
export const fleetTree = endpoint({
  path: `${base}/tree`,
  access: read,
  kept: true,
  title: '车队树',
  output: z.array(fleetNode),
});

/** Choices for select boxes, at most 500; `keyword` looks in the name. */
export const fleetOptions = endpoint({
  path: `${base}/options`,
  access: 'session',
  kept: true,
  title: '车队选项',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional() }),
  output: z.array(z.object({ id, name: z.string() })),
});
