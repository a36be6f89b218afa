import { customerOrderMachine, pickUpOrderMachine, receiptOrderMachine } from './order/status';
import { abnormalMachine, receiptAuditMachine, receiptMachine, stowMachine, waybillMachine } from './waybill/status';

/** What belongs to a step beside the states that allow it (transport.md 3). Who may take it is said by the access of its calls. */
interface Transition {
  /** paths of the calls that take it; empty for a step that follows from one of the thing named in `with` */
  by: readonly string[];
  /** the thing whose step brings this one along */
  with?: string;
  /** what must hold beside the state */
  guard: string;
  /** what is written beside the state and the log */
  writes: string;
}
const tmsPaths = (...calls: readonly string[]): readonly string[] => calls.map((call) => `/api/tms/${call}`);
/** The paths of one call for each kind of waybill that has a list of its own. */
const pathsOfKinds = (call: string): readonly string[] =>
  tmsPaths(...['billOfLading', 'waybillStowage', 'transportTask'].map((kind) => `waybill/${kind}/${call}`));

const customerOrder: Record<(typeof customerOrderMachine.verbs)[number], Transition> = {
  edit: {
    by: tmsPaths('customerOrder/update'),
    guard: '版本未变；待装车时只能改收货电话、时间窗和备注；母单请编辑子单',
    writes: '订单、货物明细、变更记录，提货单随之更新',
  },
  splitOrder: {
    by: tmsPaths('customerOrder/split'),
    guard: '未拆分过；各行件数之和等于原件数，没有空的子单',
    writes: '子单-01起及其货物，母单标记为已拆分',
  },
  cancelSplit: { by: tmsPaths('customerOrder/cancelSplit'), guard: '子单都还没有动', writes: '子单作废，母单恢复' },
  merge: {
    by: tmsPaths('customerOrder/merge'),
    guard: '同客户、同收货点、同付款方式，温度与时间窗有交集，未拆分',
    writes: '新订单为各单之和，原单作废并注明去向',
  },
  cancelMerge: { by: tmsPaths('customerOrder/cancelMerge'), guard: '由合单产生且未拆分', writes: '合单作废，原单恢复' },
  stowage: {
    by: tmsPaths('stowage/confirm', 'transportTask/moveIn', 'transportTask/poolCreateTask'),
    guard: '配载检查没有不通过项；运输中的订单须在站待运',
    writes: '运单、途经点、运输段，调度来源',
  },
  withdraw: {
    by: tmsPaths('transportTask/moveOut'),
    with: '运单',
    guard: '没有装车件数',
    writes: '运输段移除，进入拆分池或待调度',
  },
  load: { by: [], with: '装载', guard: '已确认配载', writes: '运输段的已装件数' },
  rollbackLoading: { by: [], with: '装载', guard: '未发车', writes: '已装件数归零' },
  sign: {
    by: tmsPaths('customerOrder/sign'),
    guard: '末段已发车或货在自提站；实签加拒收等于送达件数；拒收要有原因',
    writes: '签收人、时间和件数，货物位置，运输段与途经点完成，回单待上传；有拒收时生成退货单',
  },
  revokeSign: {
    by: tmsPaths('customerOrder/revokeSign'),
    guard: '签收24小时内；纸质回单未回收；退货单未安排运输',
    writes: '签收清空，运输段恢复运输中，回单取消，退货单作废',
  },
  void: {
    by: tmsPaths('customerOrder/void'),
    guard: '没有装车；母单先撤销拆单；同一母单的其他子单不在装车和运输中',
    writes: '作废原因，移出运单，提货单作废',
  },
};

const pickUpOrder: Record<(typeof pickUpOrderMachine.verbs)[number], Transition> = {
  edit: { by: tmsPaths('pickUpOrder/update'), guard: '版本未变；待装车时只能改时间和联系人', writes: '提货单' },
  splitOrder: { by: tmsPaths('pickUpOrder/split'), guard: '未拆分过；件数之和相等', writes: '子单' },
  stowage: { by: tmsPaths('stowage/confirmPickUp'), guard: '配载检查没有不通过项', writes: '提单及其运输段' },
  withdraw: { by: [], with: '运单', guard: '没有装车件数', writes: '运输段移除' },
  load: { by: [], with: '运单', guard: '车辆已到提货点', writes: '途经点已到' },
  pick: {
    by: tmsPaths('pickUpOrder/pick'),
    guard: '提单已发车；冷链填写货温',
    writes: '实提件数、重量、体积和时间，运输段开始；有差异时生成异常',
  },
  fail: { by: tmsPaths('pickUpOrder/fail'), guard: '填写原因', writes: '失败原因与次数，移出提单，可改约时间' },
  receive: {
    by: tmsPaths('arrival/confirm'),
    with: '运单',
    guard: '在入库站点逐单核对',
    writes: '收货单（提货入站），订单在站',
  },
  void: {
    by: tmsPaths('pickUpOrder/void'),
    guard: '没有装车；由运输任务直接装货的先移出',
    writes: '作废原因，移出提单',
  },
};

const receiptOrder: Record<(typeof receiptOrderMachine.verbs)[number], Transition> = {
  receive: {
    by: tmsPaths('receiptOrder/receive'),
    guard: '实收不超过应收的1.1倍，超收要有原因；冷链填写货温',
    writes: '实收、破损、短少、多货，订单在站与实收数量；有差异时生成异常',
  },
  correct: {
    by: tmsPaths('receiptOrder/correct'),
    guard: '收货24小时内，货物没有离站',
    writes: '更正后的实收与差异记录',
  },
  void: { by: tmsPaths('receiptOrder/void'), guard: '还没有收货', writes: '作废原因' },
};

const waybill: Record<(typeof waybillMachine.verbs)[number], Transition> = {
  edit: {
    by: pathsOfKinds('update'),
    guard: '版本未变，配载检查没有不通过项',
    writes: '车辆、司机、时间、铅封、设定温度',
  },
  stowage: {
    by: tmsPaths('stowage/confirm', 'stowage/confirmPickUp', 'transportTask/moveIn'),
    guard: '没有开始装车',
    writes: '途经点、运输段、合计与装载率',
  },
  stowageEnroute: {
    by: tmsPaths('stowage/enroute'),
    guard: '提单在途且提货点未到；加入后不超载',
    writes: '途经点与运输段，通知司机',
  },
  depart: {
    by: tmsPaths('departure/confirm'),
    guard: '已确认配载且有订单；检查没有不通过项，有提醒时填写放行原因；补登2小时以上另需权限',
    writes: '发车记录、首站离开、首站运输段开始、订单在途，占用车辆与司机的时间',
  },
  revokeDepart: {
    by: tmsPaths('departure/revoke'),
    guard: '发车30分钟内、行驶不到5 km、没有到达途经点',
    writes: '发车记录标记撤销，运输段恢复未开始',
  },
  arrive: {
    by: tmsPaths('arrival/register', 'arrival/revoke', 'arrival/confirm'),
    guard: '该站未到（撤销时30分钟内且未核对）；核对时件数平衡',
    writes: '途经点到站、运输段完成、收货单、异常',
  },
  finish: { by: pathsOfKinds('finish'), guard: '每个途经点都已离开或跳过', writes: '实际完成时间，释放车辆' },
  reloading: {
    by: tmsPaths('stowage/reload'),
    guard: '运输段在途、冷链填写货温、目标车辆检查通过',
    writes: '原运输段完成并标记换装，新运单与运输段，换装记录；件数不符时生成异常',
  },
  reassign: {
    by: tmsPaths(
      'waybill/transportTask/reassign',
      'waybill/billOfLading/changeVehicle',
      'waybill/waybillStowage/changeVehicle',
    ),
    guard: '换了车或司机，检查通过',
    writes: '车辆、司机、待接单',
  },
  void: { by: pathsOfKinds('void'), guard: '没有装车件数，不是途中换装的运单', writes: '作废，订单退回待调度' },
};

const stow: Record<(typeof stowMachine.verbs)[number], Transition> = {
  save: { by: tmsPaths('stowage/confirm'), guard: '没有不通过项', writes: '草稿，只有本人默认勾选' },
  confirm: { by: tmsPaths('stowage/confirm'), guard: '没有不通过项', writes: '已配载，司机待接单' },
  startLoad: { by: pathsOfKinds('startLoad'), guard: '未发车，没有开始过', writes: '开始装车时间，订单装车中' },
  countLoad: { by: pathsOfKinds('countLoad'), guard: '不超过应装件数', writes: '已装件数' },
  load: { by: pathsOfKinds('load'), guard: '未发车', writes: '应装件数全部装上' },
  rollback: { by: pathsOfKinds('rollback'), guard: '未发车', writes: '已装件数归零' },
};

const abnormal: Record<(typeof abnormalMachine.verbs)[number], Transition> = {
  accept: { by: tmsPaths('abnormal/accept'), guard: '版本未变', writes: '处理人、受理时间' },
  handle: { by: tmsPaths('abnormal/handle'), guard: '填写责任方与结果', writes: '责任、结果、索赔金额、附件' },
  close: { by: tmsPaths('abnormal/close'), guard: '版本未变', writes: '关闭时间' },
  reopen: { by: tmsPaths('abnormal/reopen'), guard: '填写原因', writes: '处理时间清空' },
  assign: { by: tmsPaths('abnormal/assign'), guard: '处理人有权查看', writes: '处理人' },
  withdraw: { by: tmsPaths('abnormal/withdraw'), guard: '只有上报人', writes: '撤销时间' },
};

const receipt: Record<(typeof receiptMachine.verbs)[number], Transition> = {
  upload: { by: tmsPaths('receipt/save'), guard: '订单已签收，未审核通过', writes: '签收数据与回单图片' },
  recover: { by: tmsPaths('receipt/recover'), guard: '需要纸质回单', writes: '回收时间' },
  send: { by: tmsPaths('receipt/send'), guard: '填写快递公司与单号', writes: '寄出时间、快递单号' },
  receive: { by: tmsPaths('receipt/receive'), guard: '', writes: '回单收到时间' },
  returnClient: { by: tmsPaths('receipt/returnClient'), guard: '', writes: '返客户时间' },
};

const receiptAudit: Record<(typeof receiptAuditMachine.verbs)[number], Transition> = {
  pass: { by: tmsPaths('receipt/audit'), guard: '已上传', writes: '审核人、时间' },
  reject: { by: tmsPaths('receipt/audit'), guard: '已上传，填写驳回原因', writes: '驳回原因，可重新上传' },
  upload: { by: tmsPaths('receipt/save'), guard: '', writes: '重新等待审核' },
  cancel: { by: tmsPaths('customerOrder/revokeSign'), guard: '', writes: '随撤销签收取消' },
  restart: { by: tmsPaths('customerOrder/sign'), guard: '', writes: '重新签收后重新等待上传' },
};

/** Every state machine of transport with its steps; the API document shows them, and tests walk through them. */
export const transitions = {
  订单: { machine: customerOrderMachine, steps: customerOrder },
  提货单: { machine: pickUpOrderMachine, steps: pickUpOrder },
  收货单: { machine: receiptOrderMachine, steps: receiptOrder },
  运单: { machine: waybillMachine, steps: waybill },
  装载: { machine: stowMachine, steps: stow },
  异常单: { machine: abnormalMachine, steps: abnormal },
  回单: { machine: receiptMachine, steps: receipt },
  回单审核: { machine: receiptAuditMachine, steps: receiptAudit },
} as const;

/** A machine with its steps, whatever its verbs and states are called. */
interface Described<V extends string> {
  machine: { verbs: readonly V[]; label(verb: V): string; way(verb: V): string };
  steps: Readonly<Record<V, Transition>>;
}

/** The lines of one machine about the steps that a call takes. */
const linesOf = <V extends string>(thing: string, { machine, steps }: Described<V>, path: string): string[] =>
  machine.verbs.flatMap((verb) => {
    const step = steps[verb];
    if (!step.by.includes(path)) return [];
    const words = [`${thing}${machine.label(verb)}：${machine.way(verb)}`];
    if (step.guard) words.push(`条件：${step.guard}`);
    return [`${words.join('；')}；写入：${step.writes}`];
  });

/** Lines of the API document about the states that a call changes; empty for a call that changes none. */
export function transitionsBy(path: string): string[] {
  return [
    ...linesOf('订单', transitions.订单, path),
    ...linesOf('提货单', transitions.提货单, path),
    ...linesOf('收货单', transitions.收货单, path),
    ...linesOf('运单', transitions.运单, path),
    ...linesOf('装载', transitions.装载, path),
    ...linesOf('异常单', transitions.异常单, path),
    ...linesOf('回单', transitions.回单, path),
    ...linesOf('回单审核', transitions.回单审核, path),
  ];
}
