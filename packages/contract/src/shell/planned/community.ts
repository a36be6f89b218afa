import { open, phone, plain, screensOf } from '../screens';

const { at, from } = screensOf('community');

/** Screens of this sub-application that are not built yet: their addresses are known, no menu leads to them. */
export const communityScreens = {
  locationTable: at('/location2', '位置信息(列表版)', 'map', 'location'),
  locationNew: at('/locationNew', '位置信息(新版)', 'map', 'location'),
  multiCar: from('multiCar', 'map'),
  videoCentre: from('videoCentre', 'map'),
  operationBoard: from('operationBoard', 'dashboard', plain),
  sharedLocation: at('/interface/locationServiceInfo.jsp', '车辆位置服务(对外)', 'map', null, open),
  sharedTrack: at('/interface/historyTrack.jsp', '历史轨迹(对外)', 'map', null, open),
  phoneLocation: at('/noposion/location', '实时位置', 'mobile', null, phone),
  phoneMultiCar: at('/noposion/multiCar', '多车监控', 'mobile', null, phone),
  phoneShippingRecords: at('/noposion/shippingRecords', '发货记录', 'mobile', null, phone),
  phoneDeliveryRecord: at('/noposion/deliveryRecord', '配送记录', 'mobile', null, phone),
  phoneTemAndHum: at('/noposion/temAndHum', '温湿度', 'mobile', null, phone),
  phoneTrajectory: at('/noposion/trajectory', '行驶轨迹', 'mobile', null, phone),
  phonePushSettings: at('/noposion/pushSettings', '推送设置', 'mobile', null, phone),
  phonePushSettingsEdit: at('/noposion/pushSettings/edit', '编辑推送', 'mobile', null, phone),
  phoneRuleSettings: at('/noposion/ruleSettings', '规则设置', 'mobile', null, phone),
  phoneOverTemperatureRuleEdit: at(
    '/noposion/ruleSettings/overTemperatureAlarmEdit',
    '编辑超温报警规则',
    'mobile',
    null,
    phone,
  ),
  phoneSiteManage: at('/noposion/siteManage', '站点管理', 'mobile', null, phone),
  wmsDemo: at('/wmsdemo', 'WMS演示', 'form', null, open),
  tmsDemo: at('/tmsdemo', 'TMS演示', 'form', null, open),
  wenyouhui: at('/wenyouhui', '温优汇活动页', 'form', null, open),
  componentTest: at('/jyz', '组件测试页', 'form', null, { ...plain, devOnly: true }),
  printTest: at('/jy/Print', '打印测试页', 'form', null, { ...plain, devOnly: true }),
} as const;
