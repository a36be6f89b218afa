import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalPattern, optionalText } from '../../core/field/inputs';
import { keysOf } from '../../core/keys';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { makerWayForm } from '../../watch/command/kind';
import { profileCode, usualProfile } from '../item-profile/calls';
import { settingLabels, settingsShown, terminalSettings } from './settings';

/** Kinds of devices that have models. */
export const modelKinds = { terminal: '车载终端', portable: '便携设备', lock: '蓝牙锁' } as const;
/** Protocols by which a device talks to the platform. */
export const modelProtocols = ['JT808-2013', 'JT808-2019', 'HTTP', 'BLE'] as const;
/**
 * A command of a maker: a code of 0x8105, a text (0x8300), bits or a kind of the maker's own (0x8500), a setting of his own (0x8103), transparent data of a type
 * (0x8900), or 0xA006.
 */
const makerCommand = optionalPattern({
  regex: makerWayForm,
  message: '格式应为 8105:F0、8300:RELAY,1#、8500:F001:01、8500:02、8103:F030:01、8900:F0:0102 或 A006:1',
});
const countField = (max: number, unit: string) => numberWithin({ min: 0, max, places: 0, unit }).default(0);
export const modelFields = z.object({
  name: z.string('请输入型号').trim().min(1, '请输入型号').max(30, '最多30个字符'),
  kind: z.enum(keysOf(modelKinds), '请选择类别').default('terminal'),
  manufacturer: optionalText(30),
  protocol: z.enum(modelProtocols, '请选择协议').default('JT808-2013'),
  itemProfile: profileCode.default(usualProfile),
  temCount: countField(4, '路'),
  doorCount: countField(4, '路'),
  oilCount: countField(2, '路'),
  cameraCount: countField(6, '路'),
  cutCommand: makerCommand,
  restoreCommand: makerCommand,
  ...terminalSettings.shape,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type ModelFields = z.output<typeof modelFields>;
export const modelLabels: Readonly<Record<keyof ModelFields, string>> = {
  name: '型号',
  kind: '类别',
  manufacturer: '厂商',
  protocol: '协议',
  itemProfile: '扩展数据',
  temCount: '温度探头',
  doorCount: '门磁',
  oilCount: '油感',
  cameraCount: '摄像头',
  cutCommand: '断油断电指令',
  restoreCommand: '恢复油电指令',
  ...settingLabels,
  remark: '备注',
};

const modelRow = z.object({
  id,
  name: z.string(),
  kind: z.enum(keysOf(modelKinds)),
  manufacturer: z.string().nullable(),
  protocol: z.string(),
  itemProfile: z.string(),
  /** what the profile is called */
  itemProfileName: z.string(),
  temCount: z.number(),
  doorCount: z.number(),
  oilCount: z.number(),
  cameraCount: z.number(),
  cutCommand: z.string().nullable(),
  restoreCommand: z.string().nullable(),
  ...settingsShown.shape,
  /** number of the company's devices of this model */
  deviceCount: z.number(),
  remark: z.string(),
  version: z.number(),
  updateTime: dateTime,
});
export type ModelRow = z.infer<typeof modelRow>;

export const modelColumns = columns<ModelRow>()([
  { value: 'name', label: '型号', width: 110, fixed: 'left', sortable: true },
  { value: 'kind', label: '类别', width: 84, sortable: true },
  { value: 'manufacturer', label: '厂商', width: 100, sortable: true },
  { value: 'protocol', label: '协议', width: 104 },
  { value: 'itemProfile', label: '扩展数据', width: 210 },
  { value: 'temCount', label: '温度', width: 52, align: 'right' },
  { value: 'doorCount', label: '门磁', width: 52, align: 'right' },
  { value: 'oilCount', label: '油感', width: 52, align: 'right' },
  { value: 'cameraCount', label: '摄像头', width: 62, align: 'right' },
  { value: 'deviceCount', label: '设备数', width: 62, align: 'right' },
]);

export const modelFilters = filterSet({
  keyword: by.text('型号、厂商', { max: 30, columns: ['name', 'manufacturer'], main: true }),
});

const base = '/api/base/manage/deviceModel';
const read = { menu: menus.vehicleEquipment.id } as const;
const write = button('vehicleEquipment', 'model');
export const modelPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '设备型号列表',
  input: pageQuery.extend(modelFilters.schema.shape),
  output: pageOf(modelRow),
});
export const modelAdd = endpoint({
  path: `${base}/add`,
  access: write,
  title: '新增设备型号',
  input: modelFields,
  output: z.object({ id }),
});
/** Changes a model. Its terminals are read by the new protocol and profile from their next connection on. */
export const modelUpdate = endpoint({
  path: `${base}/update`,
  access: write,
  title: '编辑设备型号',
  input: modelFields.extend({ id, version }),
  output: z.object({ id, version: z.number() }),
});
export const modelDel = endpoint({
  path: `${base}/del`,
  access: write,
  title: '删除设备型号',
  input: z.object({ ids: chosenIds('型号') }),
  output: z.array(batchLine),
});
export const modelChangeHis = changeHisCall(base, read, '设备型号');
