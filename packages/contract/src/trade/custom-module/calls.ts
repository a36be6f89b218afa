import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall } from '../../core/register/pieces';
import { type MenuKey, menus } from '../../shell/menus';
import { button } from '../../shell/rights';

/** 定制模块: which of the customised reports (10283) a company has. Staff switch them; a company has all of them until one is switched off. */
const base = '/api/base/customModule' as const;
const read = { menu: menus.customModule.id } as const;

/** The menus that are switched, in the order of the menu: a module is its page with all below it. */
export const customModules = [
  'vehicleBinding',
  'operationLog',
  'interfaceSendLog',
  'interfaceSubscribeLog',
  'customDispatch',
  'customTemperature',
  'customLineBinding',
] as const satisfies readonly MenuKey[];
export type CustomModule = (typeof customModules)[number];

export const moduleName = (module: CustomModule): string => menus[module].name;

const moduleRow = z.object({
  /** of the company */
  id,
  name: z.string(),
  /** modules that are switched off for it */
  off: z.array(z.enum(customModules)),
});
export type ModuleRow = z.infer<typeof moduleRow> & Partial<Record<CustomModule, never>>;

export const moduleColumns = columns<ModuleRow>()([
  { value: 'name', label: '企业名称', width: 170, fixed: 'left', noEdit: true },
  { value: 'vehicleBinding', label: menus.vehicleBinding.name, width: 96 },
  { value: 'operationLog', label: menus.operationLog.name, width: 96 },
  { value: 'interfaceSendLog', label: menus.interfaceSendLog.name, width: 116 },
  { value: 'interfaceSubscribeLog', label: menus.interfaceSubscribeLog.name, width: 116 },
  { value: 'customDispatch', label: menus.customDispatch.name, width: 130 },
  { value: 'customTemperature', label: menus.customTemperature.name, width: 156 },
  { value: 'customLineBinding', label: menus.customLineBinding.name, width: 96 },
]);

export const moduleFilters = filterSet({
  keyword: by.text('企业名称', { max: 50, columns: ['name'], main: true, width: 200 }),
});

export const modulePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '各企业的定制模块',
  visit: 'look',
  input: pageQuery.extend(moduleFilters.schema.shape),
  output: pageOf(moduleRow),
});

/** Switches one module of a company. What is so already stays so. */
export const moduleSwitch = endpoint({
  path: `${base}/switch`,
  access: button('customModule', 'switch'),
  title: '开通、关闭企业的定制模块',
  visit: 'acting',
  input: z.object({
    /** of the company */
    id,
    module: z.enum(customModules, '请选择模块'),
    on: z.boolean('请选择开通或关闭'),
  }),
});

export const moduleChangeHis = changeHisCall(base, read, '定制模块', 'look');
