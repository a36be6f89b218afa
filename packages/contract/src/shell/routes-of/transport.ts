import { screensOf } from './screens';

const { from, at } = screensOf('transport');
const tab = { tab: true } as const;
/** Phone pages: the driver's own, and those behind a link with a token. */
const driver = { frame: 'mobile' } as const;
const link = { frame: 'mobile', open: true } as const;

export const transportRoutes = {
  transportHome: at('/', '运输管理首页', 'dashboard', null),
  dispatchCenter: from('dispatchCenter', 'map', { frame: 'plain', also: { community: 'dispatchCenter' } }),
  vehicleDispatch: from('vehicleDispatch', 'list', { ...tab, title: '运输计划(车辆调度管理)' }),

  orderManage: from('orderManage', 'redirect'),
  customerOrderList: from('customerOrder', 'list', tab),
  customerOrderEdit: at('/orderManage/customerOrder/edit', '新增/编辑客户订单', 'edit', 'customerOrder'),
  customerOrderSplit: at('/orderManage/customerOrder/splitOrder', '客户订单拆单', 'form', 'customerOrder'),
  customerOrderStowage: at('/orderManage/customerOrder/stowage', '客户订单配载', 'wizard', 'customerOrder'),
  customerOrderDetails: at('/orderManage/customerOrder/details', '客户订单详情', 'detail', 'customerOrder'),
  pickUpOrderList: from('pickUpOrder', 'list', tab),
  pickUpOrderEdit: at('/orderManage/pickUpOrder/edit', '新增/编辑提货单', 'edit', 'pickUpOrder'),
  pickUpOrderStowage: at('/orderManage/pickUpOrder/stowage', '提货单配载', 'wizard', 'pickUpOrder'),
  pickUpOrderSplit: at('/orderManage/pickUpOrder/splitOrder', '提货单拆单', 'form', 'pickUpOrder'),
  pickUpOrderDetails: at('/orderManage/pickUpOrder/details', '提货单详情', 'detail', 'pickUpOrder'),
  receiptOrderList: from('receiptOrder', 'list', tab),
  receiptOrderEdit: at('/orderManage/receiptOrder/edit', '新增/编辑收货单', 'edit', 'receiptOrder'),
  receiptOrderDetails: at('/orderManage/receiptOrder/details', '收货单详情', 'detail', 'receiptOrder'),

  waybillManage: from('waybillManage', 'redirect'),
  billOfLadingList: from('billOfLading', 'list', tab),
  billOfLadingStowage: at('/waybillManage/billOfLading/stowage', '提单配载', 'wizard', 'billOfLading'),
  billOfLadingEdit: at('/waybillManage/billOfLading/edit', '新增/编辑提单', 'edit', 'billOfLading'),
  billOfLadingCheck: at('/waybillManage/billOfLading/check', '提单查看/核对', 'detail', 'billOfLading'),
  waybillStowageList: from('waybillStowage', 'list', tab),
  waybillStowageEdit: at('/waybillManage/waybillStowage/edit', '新增/编辑配载单', 'edit', 'waybillStowage'),
  waybillStowageCheck: at('/waybillManage/waybillStowage/check', '配载单查看/核对', 'detail', 'waybillStowage'),
  waybillStowageStowage: at('/waybillManage/waybillStowage/stowage', '配载单配载', 'wizard', 'waybillStowage'),
  waybillStowageReloading: at('/waybillManage/waybillStowage/reloading', '换装/重新配载', 'wizard', 'waybillStowage'),
  arrivalList: from('arrivalManage', 'list', tab),
  arrivalCheck: at('/waybillManage/arrivalManage/check', '到站查看/核对', 'form', 'arrivalManage'),
  departureList: from('departureManage', 'list', tab),
  departureEdit: at('/waybillManage/departureManage/edit', '编辑发车', 'edit', 'departureManage'),
  departureCheck: at('/waybillManage/departureManage/check', '发车查看/核对', 'form', 'departureManage'),
  transportTaskList: from('transportTask', 'list', tab),
  transportTaskEdit: at('/waybillManage/transportTask/edit', '新增/编辑运输任务', 'edit', 'transportTask'),
  transportTaskCheck: at('/waybillManage/transportTask/check', '运输任务查看/核对', 'detail', 'transportTask'),
  transportTaskSplitPool: at('/waybillManage/transportTask/splitPool', '拆分池', 'form', 'transportTask'),

  businessTracking: from('businessTracking', 'redirect'),
  orderTracking: from('orderTracking', 'list', tab),
  waybillTracking: from('waybillTracking', 'list', tab),
  abnormalReportingList: from('abnormalReporting', 'list', tab),
  abnormalReportingDetails: at(
    '/businessTracking/abnormalReporting/detail/:waybillCode',
    '异常详情',
    'detail',
    'abnormalReporting',
  ),
  receiptManageList: from('receiptManage', 'list', tab),
  receiptManageDetails: at('/businessTracking/receiptManage/detail/:orderCode', '回单详情', 'detail', 'receiptManage'),
  receiptManageEdit: at('/businessTracking/receiptManage/edit/:orderCode', '上传/编辑回单', 'edit', 'receiptManage'),

  settlement: from('settlement', 'redirect'),
  officeFeeList: from('officeFee', 'list', tab),
  freightRevenueList: from('freightRevenue', 'list', tab),
  clientFeeList: from('clientFee', 'list', tab),
  siteAllocationList: at('/settlementDeploy/clientFee/siteAllocation', '站点分摊', 'list', 'clientFee'),
  siteAllocationEdit: at('/settlementDeploy/siteAllocation/edit', '编辑站点分摊', 'edit', 'clientFee'),
  /** The other reading of the same path: leads to siteAllocationEdit. */
  siteAllocationEditAlias: at(
    '/settlementDeploy/clientFee/siteAllocation/edit',
    '编辑站点分摊(别名)',
    'redirect',
    'clientFee',
  ),
  siteAdministrationList: from('siteAdministration', 'list', tab),
  finance: at('/finance', '财务', 'redirect', 'settlement'),
  orderFeeList: from('orderFee', 'list', tab),
  orderFeeDetails: at('/finance/orderFee/details', '提货单费用详情', 'detail', 'orderFee'),
  customerOrderFeeDetails: at('/finance/orderFee/customerOrder/details', '客户订单费用详情', 'detail', 'orderFee'),

  dataReport: from('dataReport', 'redirect'),
  cashCollectionReport: from('cashCollection', 'report', { tab: true, keepAlive: true }),
  outboundReport: from('outboundReport', 'report', tab),
  containerDistributionReport: from('containerDistribution', 'report', tab),
  containerChangeRecord: at(
    '/dataReport/containerDistribution/changeRecord',
    '载具变更记录',
    'list',
    'containerDistribution',
  ),
  containerManagement: at(
    '/dataReport/containerDistribution/containerManagement',
    '载具管理',
    'list',
    'containerDistribution',
  ),
  containerNodeManagement: at(
    '/dataReport/containerDistribution/nodeManagement',
    '载具节点管理',
    'list',
    'containerDistribution',
  ),
  ctrRegistrationList: from('ctrRegistration', 'list', tab),
  bizRegisterList: from('bizRegister', 'list', tab),
  bizRegisterEdit: at('/dataReport/bizRegister/edit', '新增/编辑业务登记', 'edit', 'bizRegister'),

  capacity: from('capacity', 'redirect'),
  itemNameConfigure: from('itemNameConfigure', 'list', tab),

  printOrder: at('/print/order/:template', '打印订单', 'detail', null, { frame: 'plain' }),
  printWaybill: at('/print/waybill/:template', '打印运单', 'detail', null, { frame: 'plain' }),

  driverHome: at('/m/driver', '司机端首页', 'mobile', null, driver),
  driverTask: at('/m/driver/task/:waybillCode', '司机任务详情', 'mobile', null, driver),
  driverSign: at('/m/driver/sign/:orderCode', '司机签收', 'mobile', null, driver),
  driverAbnormal: at('/m/driver/abnormal/:waybillCode', '司机异常上报', 'mobile', null, driver),
  driverPlan: at('/m/driver/plan/:planId', '司机线路规划', 'mobile', null, driver),
  driverScan: at('/m/driver/scan/:code', '司机扫码', 'mobile', null, driver),
  trackShare: at('/m/track/:token', '运输跟踪分享页', 'mobile', null, link),
  receiverSign: at('/m/sign/:token', '收货方签收页', 'mobile', null, link),
} as const;
