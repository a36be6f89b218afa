import { phone, type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of the customised reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const customizedScreens = {
  vehicleBindingList: from('vehicleBinding', 'list', tab),
  operationLog: from('operationLog', 'list', tab),
  interfaceSendLog: from('interfaceSendLog', 'list', tab),
  interfaceSubscribeLog: from('interfaceSubscribeLog', 'list', tab),
  customTemperatureReport: from('customTemperature', 'report', tab),
  customDispatchList: from('customDispatch', 'list', tab),
  customDispatchEdit: at('/customized/dispatch/edit', '新增/编辑发运', 'edit', 'customDispatch'),
  customLineBindingList: from('customLineBinding', 'list', tab),
  customLineBindingEdit: at('/customized/lineBinding/edit', '新增/编辑线路绑定', 'edit', 'customLineBinding'),
  customTemperatureDetails: at('/customized/temperature/detail', '单程温度报告详情', 'detail', 'customTemperature'),
  sharedTripTemperature: at('/m/temperature/:token', '温度报告分享页', 'mobile', null, phone),
} as const;

/** What a role may be given on these screens: action → label. */
export const customizedRights = {
  vehicleBinding: { bind: '绑定', unbind: sensitive('解绑'), import: '导入', export: '导出' },
  operationLog: { export: '导出' },
  interfaceSendLog: { export: '导出' },
  interfaceSubscribeLog: { export: '导出' },
  customDispatch: {
    add: '新增',
    edit: '编辑',
    depart: '发车',
    finish: '完成',
    cancel: sensitive('取消'),
    import: '导入',
    share: '分享',
    export: '导出',
  },
  customLineBinding: { add: '新增', edit: '编辑', del: sensitive('删除'), export: '导出' },
  customTemperature: { export: '导出', print: '打印温度报告', review: '复核', share: '分享' },
} as const satisfies Rights;
