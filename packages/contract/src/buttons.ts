import type { MenuAccess } from './core/endpoint';
import { type Menu, type MenuKey, menus } from './menus';

/** A right that harms when misused: the role screen marks it and granting it is logged. */
const sensitive = (label: string) => ({ label, sensitive: true }) as const;
type Row = Readonly<Record<string, string | ReturnType<typeof sensitive>>>;

/**
 * The rights under each menu: action → label. The path of a right is the list page's path, a slash and the action; a group names the
 * path of its page itself (the monitoring pages share menu 166).
 */
const rights = {
  monitoring: { 'location/export': '导出位置', 'trajectory/export': '导出轨迹' },
  vehicle: {
    add: '新增',
    edit: '编辑',
    probe: '探头设置',
    bindDevice: '绑定设备',
    status: '启停',
    batchUpdate: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    sensitive: sensitive('查看完整信息'),
  },
  fleet: {
    add: '新增',
    edit: '编辑',
    assign: '分配车辆',
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  driver: {
    add: '新增',
    edit: '编辑',
    bind: '绑定车辆',
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
    sensitive: sensitive('查看完整信息'),
  },
  customer: {
    add: '新增',
    edit: '编辑',
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  vehicleEquipment: {
    add: '新增',
    edit: '编辑',
    bind: '绑定记录',
    renew: '续期',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  writeDevice: {
    write: '写卡',
    loss: '挂失',
    replace: '换卡',
    cancel: sensitive('注销'),
    import: '批量导入',
    export: '导出',
  },
  carrier: {
    add: '新增',
    edit: '编辑',
    audit: sensitive('审核'),
    status: '启停',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },

  regionSite: {
    add: '新增',
    edit: '编辑',
    batch: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  /** The same map under the monitoring menu. */
  myMap: {
    add: '新增',
    edit: '编辑',
    batch: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  store: {
    add: '新增',
    edit: '编辑',
    batchModify: '批量修改',
    siteAdd: '生成站点',
    del: sensitive('删除'),
    import: '导入',
    exportStore: '导出门店',
    exportStation: '导出站点',
  },
  routeManage: { add: '新增', edit: '编辑', del: sensitive('删除'), import: '导入', export: '导出' },
  routePlanning: { add: '新增', edit: '编辑', cancel: '作废', del: sensitive('删除'), export: '导出' },

  customerOrder: {
    add: '新增',
    edit: '编辑',
    splitOrder: '拆单',
    cancelSplit: '撤销拆单',
    merge: '合单',
    void: sensitive('作废'),
    export: '导出',
  },

  structure: {
    jurisdiction: '新增编辑',
    move: sensitive('移动'),
    del: sensitive('删除'),
    manager: '设负责人',
    transfer: sensitive('批量调部门'),
  },
  rolePermissions: {
    add: '新增',
    copy: '复制',
    edit: '编辑',
    status: sensitive('启停'),
    del: sensitive('删除'),
    save: sensitive('保存权限'),
    member: sensitive('管理成员'),
  },
  vehicleEquipmentGrant: {
    edit: sensitive('授权'),
    detail: '详情',
    revoke: sensitive('撤销'),
    extend: sensitive('延期'),
    copy: sensitive('复制授权'),
    export: '导出',
  },
  userManagement: {
    addModify: sensitive('新增修改'),
    resetPwd: sensitive('重置密码'),
    status: sensitive('启停'),
    del: sensitive('删除'),
    role: sensitive('设角色'),
    kick: '强制下线',
    unlock: '解锁',
    log: '登录日志',
    import: '导入',
    export: '导出',
  },

  groupPermissions: {
    add: '新增',
    edit: '编辑',
    copy: '复制',
    bind: '关联企业',
    delete: sensitive('删除'),
    enable: '启停',
  },
  accountMag: {
    add: '开户',
    edit: '编辑',
    enable: sensitive('启停'),
    resetPwd: sensitive('重置密码'),
    visit: sensitive('访问企业'),
    system: '配置系统',
    moveVehicle: sensitive('迁移车辆'),
    merge: sensitive('合并企业'),
    detail: '详情',
    export: '导出',
  },
  subAccount: {
    enable: '启停',
    resetPwd: sensitive('重置密码'),
    unlock: '解锁',
    unbindWx: '解绑微信',
    kick: sensitive('下线'),
    primary: sensitive('换主账号'),
    viewPhone: sensitive('查看手机号'),
    export: '导出',
  },
  vehicleConfig: {
    add: '新增',
    edit: '编辑',
    info: '详情',
    replace: sensitive('换机'),
    unbind: sensitive('解绑'),
    param: '下发参数',
    import: '导入',
    export: '导出',
  },
  portableDevice: {
    add: '新增',
    import: '入库',
    assign: '分配企业',
    recycle: '回收',
    enable: '启停',
    param: '下发间隔',
    export: '导出',
  },
  lockManage: {
    open: sensitive('远程开锁'),
    otp: sensitive('一次性密码'),
    bind: '绑定',
    unbind: '解绑',
    record: '开关锁记录',
    firmware: '固件升级',
    export: '导出',
  },
  lockInventory: { in: '入库', out: '出库', back: '退库', scrap: sensitive('报废'), export: '导出' },
  instructEdition: { add: '新增', edit: '编辑', publish: sensitive('发布'), preview: '预览', enable: '启停' },
  instructSendOut: {
    send: sensitive('下发'),
    approve: sensitive('复核'),
    retry: '重发',
    cancel: '取消',
    message: '报文',
    export: '导出',
  },
  extensionOfArrears: { add: '申请', audit: sensitive('审核'), withdraw: '撤销', export: '导出' },
  dataPush: { add: '新增', edit: '编辑', test: '测试', log: '日志', enable: '启停', delete: sensitive('删除') },
  platformForwarding: {
    add: '新增',
    edit: '编辑',
    info: '详情',
    vehicle: '车辆',
    enable: '启停',
    message: '报文',
    delete: sensitive('删除'),
  },
  smsFee: { recharge: sensitive('充值'), adjust: sensitive('调整'), threshold: '阈值', export: '导出' },
  announcement: { add: '新增', edit: '编辑', publish: sensitive('发布'), withdraw: '撤回', readList: '阅读情况' },
  parameterSetting: { add: '新增', edit: '编辑', apply: sensitive('下发'), delete: sensitive('删除') },
  upgradePackage: {
    upload: '上传',
    publish: sensitive('发布'),
    upgrade: sensitive('升级'),
    delete: sensitive('删除'),
  },
  portableDevicePower: { detail: '详情', replace: '登记更换', export: '导出' },
  deviceSharingManage: {
    edit: '编辑',
    stop: sensitive('终止'),
    outDetail: '共享出详情',
    inDetail: '共享入详情',
    export: '导出',
  },
  serviceBalance: {
    recharge: sensitive('充值'),
    deduct: sensitive('扣款'),
    transfer: sensitive('调拨'),
    details: '流量明细',
    export: '导出',
  },
  dataForwardingManage: { edit: '编辑', audit: sensitive('审核'), stop: sensitive('停止'), log: '日志' },
  collectMessage: { assign: '分派', follow: '跟进', convert: '转开户', export: '导出' },
  questionnaireSurvey: {
    add: '新增',
    edit: '编辑',
    publish: sensitive('发布'),
    stop: '停止',
    copyLink: '复制链接',
    details: '结果',
    export: '导出',
  },
  informationFiling: { add: '新增', submit: '提交', audit: sensitive('审核'), print: '打印证明', export: '导出' },
  dataFailure: {
    claim: '认领',
    handle: '处理',
    resend: '补传',
    correct: sensitive('修正'),
    logging: '日志',
    export: '导出',
  },
  templateManagement: { add: '新增', edit: '编辑', test: '测试发送', enable: '启停', delete: sensitive('删除') },
  openInterface: { add: '新增', edit: '编辑', publish: sensitive('发布'), debug: '调试' },
  openAuthorize: { grant: sensitive('授权'), enable: '启停', resetSecret: sensitive('重置密钥'), log: '日志' },
  csopRealTime: { kick: sensitive('下线终端'), drain: sensitive('摘除节点') },
  csopHistory: { export: '导出', session: '连接记录' },
  logManagement: { export: '导出', detail: '详情' },
  platformAuthorization: {
    grant: sensitive('授权'),
    change: sensitive('变更'),
    enable: sensitive('停用'),
    cert: '授权书',
  },
  integratedConfiguration: { edit: sensitive('编辑'), reset: sensitive('恢复默认'), history: '历史' },
  trialApplication: {
    open: sensitive('开通'),
    refuse: '拒绝',
    extend: '延长',
    convert: '转正',
    follow: '跟进',
    export: '导出',
  },
  oem: { add: '新增', edit: '编辑', enable: '启停' },
  orderAudit: {
    pass: sensitive('审核通过'),
    reject: sensitive('驳回'),
    refund: sensitive('退款'),
    export: '导出',
  },
  invoiceManage: { issue: sensitive('开票'), void: sensitive('作废'), mail: '邮寄', export: '导出' },
  simCard: {
    import: '导入',
    stop: sensitive('停机'),
    resume: '复机',
    cancel: sensitive('销卡'),
    export: '导出',
  },
  deviceModel: { add: '新增', edit: '编辑', enable: '启停' },
  repairManage: { assign: '派单', handle: '处理', export: '导出' },
  menuManage: { edit: sensitive('编辑'), import: sensitive('导入'), export: '导出' },
  dictionaryManage: { add: '新增', edit: '编辑', enable: '启停' },
  messageTrace: { trace: sensitive('追踪') },
  jobMonitor: { rerun: sensitive('重跑'), pause: sensitive('暂停') },
  superManager: { grant: sensitive('授权'), kill: sensitive('终止会话') },

  timeRealAlarm: {
    handle: '处理',
    tts: '语音提醒',
    talk: sensitive('对讲'),
    video: '实时视频',
    snapshot: '抓拍',
    falseAlarm: '误报',
  },
  timeRealMonitoring: {
    video: '视频',
    inCab: sensitive('车内画面'),
    talk: sensitive('对讲'),
    text: '文本下发',
    snapshot: '拍照',
    track: '跟踪',
  },
  viewAlarm: { view: '查看', request: '重新请求', download: '下载', pack: '加入证据包' },
  statisticsAlarm: { export: '导出' },
  analysisAlarm: { export: '导出', coach: '发起教育' },
  runningAlarm: { confirm: sensitive('人工确认'), handle: '处理', export: '导出' },
  alarmRecord: {
    handle: '处理',
    falseAlarm: '误报',
    appeal: '申诉',
    reopen: sensitive('重开'),
    evidence: '生成证据包',
    raw: sensitive('原始报文'),
    export: '导出',
  },
  alarmStatistics: { export: '导出' },
  alarmScore: { export: '导出', recalc: sensitive('重算'), detail: '扣分明细' },
  dangerousPeriod: { export: '导出', remind: '生成提醒规则' },
  vehicleDrivingTime: { export: '导出' },
  deviceAbnormalWarning: { repair: '派修', command: sensitive('下发指令'), ignore: '忽略', export: '导出' },
  alarmConfiguration: {
    edit: sensitive('编辑'),
    restore: '恢复',
    mapping: sensitive('类型映射'),
    send: sensitive('下发到终端'),
  },
  safetyReport: { create: '立即生成', subscribe: '订阅', download: '下载' },
  safetyAnalysis: { export: '导出' },

  operationAnalysis: { export: '导出' },
  operationStatistics: { export: '导出' },
  travelStatistics: { export: '导出', print: '打印日志' },
  behaviorStatistics: { export: '导出', rule: '评分规则', push: '推送司机', appeal: '申诉' },
} as const satisfies { readonly [K in MenuKey]?: Row };

export type ButtonMenu = keyof typeof rights;
export type ButtonAction<K extends ButtonMenu> = Extract<keyof (typeof rights)[K], string>;

export interface Button {
  menu: ButtonMenu;
  menuId: number;
  action: string;
  /** What endpoints name and roles hold: `vehicle/add`. */
  path: string;
  label: string;
  sensitive: boolean;
}

const pathOf = (menu: Menu, action: string): string => (menu.path === '' ? action : `${menu.path.slice(1)}/${action}`);

/** Every right of the product. */
export const buttons: readonly Button[] = (Object.entries(rights) as Array<[ButtonMenu, Row]>).flatMap(([menu, row]) =>
  Object.entries(row).map(([action, right]): Button => {
    const plain = typeof right === 'string';
    const { id } = menus[menu];
    return {
      menu,
      menuId: id,
      action,
      path: pathOf(menus[menu], action),
      label: plain ? right : right.label,
      sensitive: !plain,
    };
  }),
);

/** The access of an endpoint by one right: `access: button('vehicle', 'add')`. */
export function button<K extends ButtonMenu>(menu: K, action: ButtonAction<K>): Required<MenuAccess> {
  const found = buttons.find((one) => one.menu === menu && one.action === action);
  if (found === undefined) throw new Error(`no such right: ${menu}/${action}`);
  return { menu: found.menuId, path: found.path, label: found.label };
}
