import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `waybill`. What stands here is built: menus lead to it. */
export const waybillScreens = {
  customerOrderStowage: at('/orderManage/customerOrder/stowage', '客户订单配载', 'wizard', 'customerOrder'),
  pickUpOrderStowage: at('/orderManage/pickUpOrder/stowage', '提货单配载', 'wizard', 'pickUpOrder'),
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
} as const;

/** What a role may be given on these screens: action → label. */
export const waybillRights = {
  billOfLading: {
    edit: '编辑',
    changeVehicle: '换车',
    stowageEnroute: '途中加单',
    finish: '完成',
    void: sensitive('作废'),
    print: '打印',
    export: '导出',
  },
  waybillStowage: {
    edit: '编辑',
    load: '装车',
    changeVehicle: '换车',
    reloading: '换装',
    finish: '完成',
    void: sensitive('作废'),
    print: '打印',
    export: '导出',
  },
  arrivalManage: {
    arrive: '到站登记',
    check: '到站核对',
    dock: '预约月台',
    revoke: sensitive('撤销到站'),
    export: '导出',
  },
  departureManage: {
    edit: '编辑',
    depart: '发车',
    cooler: '预冷指令',
    override: sensitive('带条件放行'),
    backdate: sensitive('补登发车'),
    revokeDepart: sensitive('撤销发车'),
    export: '导出',
  },
  transportTask: {
    edit: '编辑',
    load: '装车',
    reassign: '改派',
    remind: '催接单',
    splitPool: '拆分池',
    lateOverride: sensitive('晚到放行'),
    resolve: '核实司机操作',
    finish: '完成',
    void: sensitive('作废'),
    print: '打印',
    export: '导出',
  },
} as const satisfies Rights;
