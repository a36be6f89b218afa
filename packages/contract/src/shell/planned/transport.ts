import { screensOf, tab } from '../screens';

const { at, from } = screensOf('transport');

/** Screens of this sub-application that are not built yet: their addresses are known, no menu leads to them. */
export const transportScreens = {
  dispatchCenter: from('dispatchCenter', 'map', {
    frame: 'plain',
    also: { community: { menu: 'dispatchCenter', kind: 'dashboard' } },
  }),
  vehicleDispatch: from('vehicleDispatch', 'list', { ...tab, title: '运输计划(车辆调度管理)' }),
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
} as const;
