import { screensOf } from './screens';

const { from, at } = screensOf('community');
const plain = { frame: 'plain' } as const;
/** Reachable without a login: the page brings its own token or needs none. */
const open = { frame: 'plain', open: true } as const;
/** Phone pages embedded in other apps: no shell, an access token of their own. */
const phone = { frame: 'mobile', open: true } as const;

const everywhere = { menu: null };

export const communityRoutes = {
  communityHome: at('/', '首页', 'redirect', null),
  login: at('/login', '登录', 'form', null, open),
  tvLogin: at('/tvlogin', '大屏扫码登录', 'form', null, open),
  forgetPassword: at('/forgetPassword', '忘记密码', 'wizard', null, open),
  authBind: at('/authBind', '微信绑定确认', 'mobile', null, phone),
  error: at('/error', '错误页', 'error', null, open),
  notFound: at('/404.html', '页面不存在', 'error', null, {
    ...open,
    also: {
      resources: everywhere,
      report: everywhere,
      transport: everywhere,
      enterprise: everywhere,
      backstage: everywhere,
      monitor: everywhere,
      analysis: everywhere,
      settings: everywhere,
    },
  }),

  location: from('location', 'map'),
  locationTable: at('/location2', '位置信息(列表版)', 'map', 'location'),
  locationNew: at('/locationNew', '位置信息(新版)', 'map', 'location'),
  trajectory: from('trajectory', 'map'),
  multiCar: from('multiCar', 'map'),
  videoCentre: from('videoCentre', 'map'),

  userInfo: at('/userInfo', '个人信息', 'form', null),
  userGrouping: at('/user/grouping', '车辆分组设置', 'form', null),
  message: at('/message', '消息中心', 'list', null),
  download: at('/download', '下载管理', 'list', null),
  downloadEmbedded: at('/download2', '下载管理(精简版)', 'list', null, plain),
  operationBoard: from('operationBoard', 'dashboard', plain),

  member: from('member', 'dashboard', { title: '会员中心' }),
  memberBuy: at('/member/buy', '选择会员套餐', 'form', 'member'),
  memberInventory: at('/member/inventory/:step', '会员购买流程', 'wizard', 'member'),
  memberPurchaseHistory: at('/member/purchaseHistory', '我的订单', 'list', 'member'),

  interfaceCenter: at('/interfaceCenter', '接口中心', 'list', null),
  interfaceDetails: at('/interfaceCenter/:id', '接口详情', 'detail', null),
  sharedLocation: at('/interface/locationServiceInfo.jsp', '车辆位置服务(对外)', 'map', null, open),
  sharedTrack: at('/interface/historyTrack.jsp', '历史轨迹(对外)', 'map', null, open),
  questionnaireGather: at('/questionnaire/gather', '问卷调查', 'list', null),
  survey: at('/survey/:id', '填写问卷', 'form', null, open),

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
