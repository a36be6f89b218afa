import { keysOf } from '../core/keys';
import { type Area, inArea } from './areas';

/** System list a menu belongs to. A client of the new transport system asks for `tms_new` only and gets the `tms` rows under that name. */
export type MenuSys = 'common' | 'webGIS' | 'tms';

export interface Menu {
  key: string;
  /** Number of the specification; `ownIds` and above where it names none. The same number may stand twice: one permission, two places. */
  id: number;
  name: string;
  /** Key of the parent; null for the node of a sub-application. */
  parent: string | null;
  area: Area;
  /** Path inside the area; '' for a group or a right without a page of its own. */
  path: string;
  sys: MenuSys;
  /** lucide icon; '' = the generic one. */
  icon: string;
  /** 'blank' opens a window named by the id. */
  mark: '' | 'blank';
  /** 'dialog': the right to a dialog or a block of another page, not a page. 'unnamed': the specification has an icon but no name, never shown. */
  as: 'page' | 'group' | 'dialog' | 'unnamed';
}

/** Ids from here on are ours, stable for ever, given where the specification names none. Other code takes them from `menus`, never as numbers. */
export const ownIds = 900_000;

/** `[id, name, path, icon, more]`; path '' makes a group. */
type Row = readonly [
  id: number,
  name: string,
  path?: string,
  icon?: string,
  more?: Partial<Pick<Menu, 'mark' | 'as' | 'area'>>,
];

/** The children of one node, in the order of the menu. */
function childMenus<const R extends Record<string, Row>>(parent: string | null, area: Area, sys: MenuSys, rows: R) {
  const menu = ([key, [id, name, path = '', icon = '', more]]: [string, Row]): [string, Menu] => [
    key,
    { key, id, name, parent, area, path, sys, icon, mark: '', as: path === '' ? 'group' : 'page', ...more },
  ];
  // built of the keys that the type lists
  return Object.fromEntries(Object.entries(rows).map(menu)) as { readonly [K in keyof R]: Menu };
}

/** Every menu once. 180 and 190 are menus here and alarm types elsewhere: never compare one with the other. */
export const menus = {
  ...childMenus(null, 'community', 'common', { communityRoot: [900_001, '位置监控', '', 'map-pinned'] }),
  ...childMenus(null, 'resources', 'common', { resourcesRoot: [900_002, '运输资源', '', 'truck'] }),
  ...childMenus(null, 'report', 'common', { reportRoot: [900_003, '报表中心', '', 'chart-column'] }),
  ...childMenus(null, 'monitor', 'webGIS', { monitorRoot: [900_004, '主动安全', '', 'shield-check'] }),
  ...childMenus(null, 'analysis', 'common', { analysisRoot: [900_005, '车联网', '', 'network'] }),
  ...childMenus(null, 'backstage', 'common', { backstageRoot: [900_006, '后台管理', '', 'server-cog'] }),
  ...childMenus(null, 'settings', 'common', { settingsRoot: [900_007, '在线办理', '', 'clipboard-pen'] }),
  ...childMenus(null, 'transport', 'tms', { transportRoot: [900_008, '运输管理', '', 'package'] }),
  ...childMenus(null, 'enterprise', 'common', { enterpriseRoot: [116, '公司管理', '', 'building-2'] }),

  ...childMenus('communityRoot', 'community', 'webGIS', {
    /** The WGS flag: without it nothing of the vehicle monitoring shows. */
    monitoring: [166, '车辆监控', '', 'map-pinned'],
  }),
  ...childMenus('communityRoot', 'community', 'common', {
    member: [10450, '会员购买', '/member', 'crown'],
    account: [10487, '个人中心', '', 'circle-user'],
  }),
  ...childMenus('monitoring', 'community', 'webGIS', {
    location: [900_011, '位置信息', '/location', 'map-pin'],
    trajectory: [900_012, '行驶轨迹', '/trajectory', 'route'],
    myMap: [900_013, '我的地图', '/regionalOrSiteManage', 'map'],
    activeSafety: [900_014, '主动安全', '/timeRealAlarm', 'shield-check', { area: 'monitor' }],
    drivingBehaviour: [900_015, '驾驶行为', '/analysis', 'gauge', { area: 'monitor' }],
    multiCar: [900_016, '多车监控', '/multiCar', 'layout-grid'],
    videoCentre: [900_017, '视频中心', '/realTime', 'video'],
  }),
  ...childMenus('account', 'community', 'common', {
    operationBoard: [10488, '运营看板', '/staticdashboard', 'layout-dashboard', { mark: 'blank' }],
    changePassword: [10489, '修改密码', '', 'key-round', { as: 'dialog' }],
  }),

  ...childMenus('resourcesRoot', 'resources', 'common', {
    vehicle: [111, '车辆管理', '/vehicle', 'truck'],
    fleet: [112, '车队管理', '/fleet', 'boxes'],
    driver: [113, '司机管理', '/driver', 'id-card'],
    customer: [10105, '客户管理', '/customer/manage', 'contact'],
    store: [1009, '门店管理', '/customer/store', 'store'],
    writeDevice: [1010, '写卡设备', '/writeDevice', 'usb'],
    carrier: [10114, '承运商管理', '/carrier', 'handshake'],
    regionSite: [114, '区域/站点管理', '/regionalOrSiteManage', 'compass'],
    routeManage: [10271, '线路管理', '/routeManage', 'git-branch'],
    routePlanning: [115, '线路规划', '/routePlanning', 'waypoints'],
    /** A launcher entry without any screen in the specification. */
    vehicleAffairs: [900_018, '车务管理', '', 'wrench'],
  }),

  ...childMenus('reportRoot', 'report', 'common', {
    equipmentReports: [146, '设备报表', '', 'hard-drive'],
    coldChainReports: [150, '冷链报表', '', 'thermometer-snowflake'],
    drivingReports: [154, '行车报表', '', 'gauge'],
    doorReports: [160, '门磁管控', '', 'door-open'],
    alarmReports: [10210, '报警报表', '', 'siren'],
    alarmSettings: [10207, '报警设置', '', 'bell-ring'],
    customReports: [10283, '定制报表', '', 'puzzle'],
    operationReports: [12420, '运营报表', '', 'chart-line'],
  }),
  ...childMenus('equipmentReports', 'report', 'common', {
    portableController: [900_301, '便携式温控仪', '/portableDevice'],
    vehicleEquipment: [900_302, '车载设备', '/vehicleEquipment'],
    deviceShare: [900_303, '设备共享', '/deviceShare'],
    dataForwarding: [900_304, '数据转发', '/forwarding'],
    travelSetting: [900_305, '行程设置', '/travelSetting'],
    bluetoothLock: [900_306, '蓝牙锁', '/bluetoothLock'],
  }),
  ...childMenus('coldChainReports', 'report', 'common', {
    temHum: [900_311, '温湿度报表', '/temHum'],
    temHumOverseas: [900_312, '海外温湿度报表', '/temHumOverseas'],
    overTemperature: [900_313, '超温报表', '/overTemperature'],
    chillerOperation: [900_314, '冷机运行报表', '/chillerOperation'],
    preCooling: [900_315, '货箱预冷', '/preCooling'],
  }),
  ...childMenus('drivingReports', 'report', 'common', {
    drivingSummary: [900_321, '行驶汇总', '/drivingSummary'],
    dailyDrivingSummary: [900_322, '每日行驶汇总', '/dailyDrivingSummary'],
    dailyDriving: [900_323, '行驶日报', '/dailyDriving'],
    parking: [900_324, '停车报表', '/parking'],
    refuel: [900_325, '加油记录', '/refuel'],
    abnormalOil: [900_326, '异常油量', '/abnormalOil'],
    oilDynamics: [900_327, '油量动态', '/oilDynamics'],
    trip: [900_328, '行程报表', '/trip'],
    inOutPoint: [900_329, '进出点报表', '/inOutPoint'],
    inOutPointDetail: [900_330, '进出点明细', '/inOutPoint/detail'],
    externalVehicleQuery: [900_331, '外部车辆查询记录', '/externalVehicleQuery'],
  }),
  ...childMenus('doorReports', 'report', 'common', {
    doorOpenClose: [900_341, '开关门报表', '/doorOpenClose'],
    switchLock: [900_342, '开关锁报表', '/switchLock'],
  }),
  ...childMenus('alarmReports', 'report', 'common', {
    overTemperatureAlarm: [900_351, '超温报警', '/alarm/overTemperature'],
    speedingAlarm: [900_352, '超速报警', '/alarm/speeding'],
    humidityAlarm: [900_353, '湿度报警', '/alarm/humidity'],
    doorMagnetAlarm: [900_354, '门磁报警', '/alarm/doorMagnet'],
    carbonDioxideAlarm: [900_355, '二氧化碳报警', '/alarm/carbonDioxide'],
    parkingAlarm: [900_356, '停车报警', '/alarm/parking'],
    fatigueDrivingAlarm: [900_357, '疲劳驾驶报警', '/alarm/fatigueDriving'],
    deviceAbnormalAlarm: [900_358, '设备异常报警', '/alarm/deviceAbnormal'],
    vehicleMalfunctionAlarm: [900_359, '车辆故障报警', '/alarm/vehicleMalfunction'],
  }),
  ...childMenus('alarmSettings', 'report', 'common', {
    pushSettings: [900_361, '推送设置', '/pushSettings'],
    ruleSettings: [900_362, '规则设置', '/ruleSettings'],
    sendLog: [900_363, '发送日志', '/sendLog'],
  }),
  ...childMenus('customReports', 'report', 'common', {
    vehicleBinding: [900_371, '车辆绑定', '/customized/vehicleBinding'],
    operationLog: [900_372, '操作日志', '/customized/operationLog'],
    interfaceSendLog: [900_373, '接口发送日志', '/customized/interfaceSendLog'],
    interfaceSubscribeLog: [900_374, '接口订阅日志', '/customized/interfaceSubscribeLog'],
    customDispatch: [900_375, '发运调度(定制)', '/customized/dispatch'],
    customTemperature: [900_376, '单程温度报告(定制)', '/customized/temperature'],
    customLineBinding: [900_377, '线路绑定', '/customized/lineBinding'],
  }),
  ...childMenus('operationReports', 'report', 'common', {
    operationRoute: [900_381, '运营线路管理', '/operation/routeManage'],
    punctuality: [900_382, '进出准点报表', '/operation/punctuality'],
  }),

  /** The transport-management group; the order is the priority of the home redirection. */
  ...childMenus('transportRoot', 'transport', 'tms', {
    orderManage: [10085, '订单管理', '/orderManage', 'clipboard-list'],
    dispatchCenter: [11030, '调度中心', '/dispatchCenter', 'radar', { mark: 'blank' }],
    vehicleDispatch: [10522, '运输计划', '/vehicleDispatchManagement', 'calendar-clock'],
    waybillManage: [10089, '运单管理', '/waybillManage', 'file-check'],
    businessTracking: [10093, '运输跟踪', '/businessTracking', 'crosshair'],
    settlement: [180, '结算计费', '/settlementDeploy', 'calculator'],
    dataReport: [10519, '数据报表', '/dataReport', 'chart-pie'],
    capacity: [190, '运力管理', '/capacity', 'truck'],
    basicInfo: [200, '基础信息', '', 'database'],
  }),
  ...childMenus('orderManage', 'transport', 'tms', {
    customerOrder: [900_801, '客户订单', '/orderManage/customerOrder'],
    pickUpOrder: [900_802, '提货单', '/orderManage/pickUpOrder'],
    receiptOrder: [900_803, '收货单', '/orderManage/receiptOrder'],
  }),
  ...childMenus('waybillManage', 'transport', 'tms', {
    billOfLading: [900_811, '提单', '/waybillManage/billOfLading'],
    waybillStowage: [900_812, '配载单', '/waybillManage/waybillStowage'],
    arrivalManage: [900_813, '到站管理', '/waybillManage/arrivalManage'],
    departureManage: [900_814, '发车管理', '/waybillManage/departureManage'],
    transportTask: [900_815, '运输任务', '/waybillManage/transportTask'],
  }),
  ...childMenus('businessTracking', 'transport', 'tms', {
    orderTracking: [900_821, '订单跟踪', '/businessTracking/orderTracking'],
    waybillTracking: [900_822, '运单跟踪', '/businessTracking/waybillTracking'],
    abnormalReporting: [900_823, '异常上报', '/businessTracking/abnormalReporting'],
    receiptManage: [900_824, '回单管理', '/businessTracking/receiptManage'],
  }),
  ...childMenus('settlement', 'transport', 'tms', {
    officeFee: [900_831, '运费收入', '/settlementDeploy/officeFee'],
    freightRevenue: [900_832, '运费支出', '/settlementDeploy/freightRevenue'],
    clientFee: [900_833, '客户费用', '/settlementDeploy/clientFee'],
    siteAdministration: [900_834, '站点管理', '/settlementDeploy/siteAdministration'],
    /** The specification gives the finance pages no menu: they stand with the settlement. */
    orderFee: [900_835, '订单费用', '/finance/orderFee'],
  }),
  ...childMenus('dataReport', 'transport', 'tms', {
    cashCollection: [900_841, '代收货款', '/dataReport/cashCollectionOnBehalf'],
    outboundReport: [900_842, '出库报表', '/dataReport/outboundReport'],
    containerDistribution: [900_843, '载具分布', '/dataReport/containerDistribution'],
    ctrRegistration: [900_844, '载具回收登记', '/dataReport/ctrRegistration'],
    bizRegister: [900_845, '业务登记', '/dataReport/bizRegister'],
  }),
  /** Second places of resources' menus: one permission, shown in the transport system too. */
  ...childMenus('capacity', 'transport', 'tms', {
    tmsVehicle: [111, '车辆', '/vehicle', 'truck'],
    tmsDriver: [113, '司机', '/driver', 'id-card'],
    tmsCarrier: [10114, '承运商', '/carrier', 'handshake'],
    tmsRouteManage: [10271, '线路管理', '/routeManage', 'git-branch'],
  }),
  ...childMenus('basicInfo', 'transport', 'tms', {
    tmsCustomer: [10105, '客户管理', '/customer/manage', 'contact'],
    itemNameConfigure: [900_851, '品名配置', '/itemNameConfigure', 'tag'],
  }),

  ...childMenus('enterpriseRoot', 'enterprise', 'common', {
    enterpriseHome: [99, '首页', '/', 'house'],
    structure: [117, '组织架构', '/structure', 'network'],
    rolePermissions: [118, '角色权限', '/rolePermissions', 'user-cog'],
    resourceAuthorization: [119, '资源授权', '/resourceAuthorization', 'key-square'],
    userManagement: [122, '用户管理', '/userManagement', 'users'],
    equipmentCost: [10121, '设备费用', '/equipmentCost', 'receipt'],
    enterprise10230: [10230, '', '', 'file-text', { as: 'unnamed' }],
    orderCenter: [10527, '订单中心', '/orderCenter', 'container'],
  }),
  ...childMenus('resourceAuthorization', 'enterprise', 'common', {
    vehicleEquipmentGrant: [120, '车辆设备授权', '/resourceAuthorization/vehicleEquipment', 'truck'],
    regionSiteGrant: [121, '地图资源授权', '/resourceAuthorization/regionSite', 'map'],
    bluetoothLockGrant: [10528, '蓝牙锁授权', '/resourceAuthorization/bluetoothLockAuthorization', 'lock'],
  }),

  ...childMenus('backstageRoot', 'backstage', 'common', {
    backstageHome: [900_601, '后台首页', '/', 'house'],
    dataStatistics: [129, '数据统计', '/dataStatistics', 'chart-line'],
    companyGroup: [900_602, '企业管理', '', 'building-2'],
    deviceGroup: [900_603, '设备管理', '', 'hard-drive'],
    instructGroup: [900_604, '指令管理', '', 'square-terminal'],
    dataGroup: [900_605, '数据管理', '', 'database'],
    businessGroup: [900_606, '运营管理', '', 'megaphone'],
    openPlatformGroup: [900_607, '开放平台', '', 'plug'],
    csopGroup: [900_608, '接入监控', '', 'activity'],
    systemGroup: [900_609, '系统管理', '', 'settings'],
    marketGroup: [900_610, '市场', '', 'shopping-bag'],
  }),
  ...childMenus('companyGroup', 'backstage', 'common', {
    groupPermissions: [131, '权限组管理', '/companyManagement/groupPermissions', 'shield'],
    accountMag: [132, '企业账户管理', '/companyManagement/accountMag', 'landmark'],
    subAccount: [10257, '子账号管理', '/companyManagement/subAccount', 'users'],
    extensionOfArrears: [1007, '欠费延期', '/extensionOfArrears', 'clock'],
    serviceBalance: [10267, '服务余额管理', '/serviceBalanceMan', 'wallet'],
    smsFee: [10225, '短信费用', '/smsFee', 'message-square'],
    informationFiling: [10525, '信息备案', '/informationFiling', 'stamp'],
    orderAudit: [900_621, '订单审核', '/orderAudit', 'square-check'],
    invoiceManage: [900_622, '发票管理', '/invoiceManage', 'file-text'],
    memberPlan: [900_623, '套餐与价格', '/memberPlan', 'shopping-bag'],
    customModule: [900_624, '定制模块', '/customModule', 'puzzle'],
  }),
  ...childMenus('deviceGroup', 'backstage', 'common', {
    vehicleConfig: [133, '车辆配置', '/vehicleConfig', 'settings-2'],
    portableDevice: [134, '便携设备管理', '/portableDevice', 'smartphone'],
    parameterSetting: [10241, '参数设置', '/portableDeviceSetUp/parameterSetting', 'sliders-horizontal'],
    upgradePackage: [10242, '升级包', '/portableDeviceSetUp/upgradePackage', 'cloud-upload'],
    portableDevicePower: [10476, '便携设备电量', '/portableDeviceSetUp/portableDevicePower', 'battery-medium'],
    lockManage: [10533, '蓝牙锁管理', '/bluetoothLock/manage', 'lock'],
    lockInventory: [10532, '蓝牙锁库存', '/bluetoothLock/inventory', 'warehouse'],
    deviceSharingManage: [10253, '设备共享管理', '/deviceSharingManage', 'share-2'],
    simCard: [900_631, 'SIM卡管理', '/simCard', 'card-sim'],
    deviceModel: [900_632, '设备型号管理', '/deviceModel', 'barcode'],
    repairManage: [900_633, '维修与停报受理', '/repairManage', 'wrench'],
  }),
  ...childMenus('instructGroup', 'backstage', 'common', {
    instructEdition: [135, '指令版本管理', '/instructEditionMag', 'code'],
    instructSendOut: [136, '指令下发', '/instructSendOut', 'send'],
    itemProfile: [900_651, '扩展数据解析', '/itemProfile', 'braces'],
  }),
  ...childMenus('dataGroup', 'backstage', 'common', {
    dataPush: [137, '数据推送', '/dataPush', 'bell'],
    platformForwarding: [10120, '平台转发', '/forwarding', 'repeat'],
    dataForwardingManage: [10278, '数据转发管理', '/dataDorwardingManage', 'arrow-left-right'],
    dataFailure: [10534, '数据故障', '/dataFailure', 'bug'],
  }),
  ...childMenus('businessGroup', 'backstage', 'common', {
    announcement: [10229, '公告管理', '/announcement', 'megaphone'],
    collectMessage: [10474, '信息收集', '/collectMessage', 'file-search'],
    questionnaireSurvey: [10557, '问卷调查', '/questionnaireSurvey', 'list-checks'],
    templateManagement: [10123, '模板管理', '/templateManagement', 'layout-template'],
  }),
  ...childMenus('openPlatformGroup', 'backstage', 'common', {
    openInterface: [10810, '开放接口管理', '/openPlatform/interface', 'plug'],
    openAuthorize: [10820, '接口授权管理', '/openPlatform/authorize', 'key-round'],
  }),
  ...childMenus('csopGroup', 'backstage', 'common', {
    csopRealTime: [10741, '接入实时统计', '/csop/realTimeStatistics', 'monitor'],
    csopHistory: [10742, '接入历史数据', '/csop/historyData', 'history'],
  }),
  ...childMenus('systemGroup', 'backstage', 'common', {
    logManagement: [10773, '日志管理', '/logManagement', 'scroll-text'],
    platformAuthorization: [10852, '平台授权', '/platformAuthorization', 'badge-check'],
    integratedConfiguration: [10853, '综合配置', '/integratedConfiguration', 'wrench'],
    menuManage: [900_641, '菜单管理', '/menuManage', 'menu'],
    dictionaryManage: [900_642, '数据字典', '/dictionaryManage', 'book'],
    messageTrace: [900_643, '报文追踪', '/messageTrace', 'binary'],
    jobMonitor: [900_644, '任务监控', '/jobMonitor', 'hourglass'],
    superManager: [900_645, '超级管理员代管记录', '/superManager', 'user-round-check'],
  }),
  ...childMenus('marketGroup', 'backstage', 'common', {
    trialApplication: [10932, '试用申请', '/trialApplication', 'flask-conical'],
    oem: [10933, 'OEM品牌管理', '/OEM', 'palette'],
  }),

  ...childMenus('monitorRoot', 'monitor', 'webGIS', {
    monitorIndex: [900_401, '首页', '/index', 'house'],
    safetyAnalysis: [900_402, '安全分析', '/analysis', 'chart-area'],
    timeRealAlarm: [900_403, '实时报警', '/timeRealAlarm', 'siren'],
    timeRealMonitoring: [900_404, '实时监控', '/timeRealMonitoring', 'cctv'],
    alarmDatabase: [900_405, '数据库', '', 'database'],
    enterpriseSafetyPanel: [900_406, '企业安全面板', '/enterpriseSafetyPanel', 'layout-dashboard'],
    alarmRecord: [900_407, '报警记录', '/alarmRecord', 'scroll-text'],
    alarmStatistics: [900_408, '报警统计', '/alarmStatistics', 'chart-column'],
    alarmScore: [900_409, '报警评分', '/alarmScore', 'medal'],
    dangerousPeriod: [900_410, '危险时段', '/dangerousPeriod', 'clock-alert'],
    vehicleDrivingTime: [900_411, '车辆行驶时长', '/vehicleDrivingTime', 'timer'],
    deviceAbnormalWarning: [900_412, '设备异常预警记录', '/equipmentAbnormalWarningRecord', 'triangle-alert'],
    alarmConfiguration: [900_413, '报警配置', '/alarmConfiguration', 'sliders-horizontal'],
    safetyReport: [900_414, '数据报表', '/dataReport', 'file-chart-column'],
    about: [900_415, '关于', '/about', 'info'],
    alarmHandle: [900_416, '报警处置工单', '/alarmHandle', 'clipboard-check'],
    driverCoaching: [900_417, '驾驶员安全教育', '/driverCoaching', 'graduation-cap'],
    supervise: [900_418, '督办管理', '/supervise', 'gavel'],
    evidence: [900_419, '证据中心', '/evidence', 'folder-lock'],
  }),
  ...childMenus('alarmDatabase', 'monitor', 'webGIS', {
    viewAlarm: [900_421, '报警查看', '/database/viewAlarm'],
    statisticsAlarm: [900_422, '报警统计', '/database/statisticsAlarm'],
    analysisAlarm: [900_423, '报警分析', '/database/analysisAlarm'],
    runningAlarm: [900_424, '运行报警', '/database/runningAlarm'],
  }),
  ...childMenus('analysisRoot', 'analysis', 'common', {
    operationAnalysis: [900_501, '运营分析', '/operationAnalysis', 'chart-area'],
    operationStatistics: [900_502, '运营统计', '/operationStatistics', 'table-2'],
    travelStatistics: [900_503, '行驶统计', '/travelStatistics', 'route'],
    behaviorStatistics: [900_504, '驾驶行为统计', '/behaviorStatistics', 'gauge'],
  }),
  ...childMenus('settingsRoot', 'settings', 'common', {
    settingsHome: [900_701, '首页', '/', 'house'],
    reportForRepair: [900_702, '维修预约', '/reportForRepair', 'calendar-plus'],
    stopReporting: [900_703, '停报管理', '/stopReporting', 'pause'],
  }),
} as const;

export type MenuKey = keyof typeof menus;
export const menuKeys = keysOf(menus);
/** All menus in tree order (parents may follow children of other branches). */
export const menuList: readonly Menu[] = Object.values(menus);

/** The node of each sub-application: what the route guard looks under. */
export const rootMenus = {
  community: 'communityRoot',
  resources: 'resourcesRoot',
  report: 'reportRoot',
  transport: 'transportRoot',
  enterprise: 'enterpriseRoot',
  backstage: 'backstageRoot',
  monitor: 'monitorRoot',
  analysis: 'analysisRoot',
  settings: 'settingsRoot',
} as const satisfies Record<Area, MenuKey>;

/** Path from the origin, '' for a group. */
export const menuUrl = (menu: Menu): string => (menu.path === '' ? '' : inArea(menu.area, menu.path));

/** Direct children in menu order. */
export const childrenOf = (key: string): Menu[] => menuList.filter((menu) => menu.parent === key);

/** The key of a menu, known to be one of ours. */
export const isMenuKey = (key: string): key is MenuKey => Object.hasOwn(menus, key);
