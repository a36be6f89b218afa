import { platformLabel } from './platform';

/**
 * Every fixed sentence of the product, by key. `{name}` marks a value that the caller gives. A sentence belongs here when two places
 * say it, or when it is prescribed; labels of columns and fields stay with their columns and fields.
 */
export const messages = {
  // passwords
  'pwd.rule': '请输入6~16位字母/数字/字符2种组合的密码',
  'pwd.oldRequired': '原密码不能为空',
  'pwd.newRequired': '新密码不能为空',
  'pwd.confirmRequired': '密码确认不能为空',
  'pwd.mismatch': '确认密码与新密码不一致，请重新输入',
  'pwd.oldWrong': '原密码错误，请重新输入',
  /** What the server answers; the client turns it into `pwd.oldWrong` at the field. */
  'pwd.oldWrong.server': '原密码不正确',
  'pwd.ok': '密码修改成功',
  'pwd.weak': '密码过于简单，请更换',
  'pwd.reused': '新密码不能与最近使用过的密码相同',

  // login and session
  'login.bad': '账号或密码错误',
  'login.locked': '密码错误次数过多，账号已锁定，请{n}分钟后再试',
  'login.captcha': '验证码错误或已过期',
  'login.disabled': '账号已停用，请联系管理员',
  'login.arrears': '贵公司服务已到期，请联系服务商续费',
  'login.agreement': '请先阅读并同意用户协议和隐私政策',
  'login.qrExpired': '二维码已失效，点击刷新',
  'login.insecure': '当前连接不安全',
  'session.idle': '登录已过期，请重新登录',
  'visit.banner': '正在访问：{company}',
  'visit.reason': '请填写访问原因',
  'visit.none': '当前未访问企业',
  'guard.denied': '暂无权限',
  'guard.noMenu': '您的账号未分配任何菜单，请联系管理员',
  'perm.denied': '暂无操作权限',
  'logout.company': '确定退出当前公司？',
  'logout.system': '确定退出当前系统？',

  // answers of the transport layer
  'http.403.title': '强制退出',
  'http.403.body': '您的账号在另一台电脑登录，如非本人操作，请及时修改密码',
  'http.403.button': '重新登录',
  'http.413': '文件过大，请压缩后重新上传',
  'http.429': '操作过于频繁，请稍后再试',
  'http.500': '服务器遇到错误，无法完成请求！',
  'http.503': '无法连接服务器，请稍后重试',
  'http.504': '网络超时',
  'net.offline': '网络连接已断开',
  'app.newVersion': '发现新版本，点击刷新',
  'route.notfound': '页面不存在',

  // what any call may answer
  'param.invalid': '参数错误',
  'row.missing': '{what}不存在或无权查看',
  'save.ok': '保存成功',
  'save.conflict': '数据已被他人修改，请刷新后重试',
  'save.renewed': '已载入最新数据，填写的内容已保留，请核对后重新提交',
  'save.unsaved': '当前内容未保存，确认离开？',
  'delete.confirm': '确定删除所选的{n}条数据？',
  'delete.ok': '删除成功',
  'import.result': '成功{a}条，失败{b}条，可下载失败明细',
  'import.tooMany': '一次最多导入{n}行，请拆分后重试',
  'upload.type': '不支持的文件类型，请上传{types}文件',
  'upload.size': '文件不能超过{n}MB',
  'copy.ok': '复制成功！',

  // lists, tables, ranges
  'table.total': '共 {n} 条',
  'table.empty': '暂无数据',
  'table.pageSize': '每页最多{n}条',
  'fields.min': '最少勾选一个显示的字段',
  'fields.close': '确认关闭？',
  'query.prompt': '请选择车辆和时间后查询',
  'trip.held': '该车辆已存在生效的行程设置',
  'query.slow': '查询数据量较大，请缩小范围或使用导出',
  'daterange.order': '开始时间不能晚于结束时间',
  'daterange.span': '查询时间跨度不能超过{n}天',

  // exports and downloads
  'export.ok': '已成功导出',
  'export.hint': '请到下载管理中下载',
  'export.wechat': '请点击右上角，选择在浏览器中打开后下载',
  'export.auto': '自动下载中，可在下载管理中浏览历史下载文件。',
  'export.emptyAddr': '没有可导出的地址',
  'export.tooMany': '导出任务过多，请稍后再试',
  'download.fail': '文件下载失败!',
  'download.expired': '文件已过期，请重新导出',

  // trial, membership, header
  'trial.choose': '请选择要试用的系统',
  'trial.ok': '申请成功',
  'trial.again': '已提交申请，请耐心等待',
  'survey.again': '您已提交过该问卷',
  'survey.over': '问卷已结束',
  'survey.early': '问卷尚未开始',
  'survey.notFor': '此问卷不面向贵公司',
  'survey.thanks': '已提交，感谢您的参与',
  'purchase.pay': '有待付款的订单，请先去“我的订单”中确认支付',
  'purchase.audit': '有待审核的订单，{platformName}工作人员会在3个工作日内审批完成，详情查看“我的订单”',
  'browse.tip': '浏览配置：各系统可以在本窗口打开，也可以各开一个窗口',
  'guide.tip': '使用引导：5 步认识快捷入口、系统切换、消息和字段设置',
  /** Prescribed for a choice that is not offered. */
  'browse.location': '请选择车辆当前位置的打开方式',
  'header.version': platformLabel,
  'message.more': '还有{n}条未读消息，查看',

  // vehicles, devices, map
  // departments, roles, users, grants
  'org.nameTaken': '同一上级下已有同名部门',
  'org.codeTaken': '部门编码已存在',
  'org.loop': '不能移动到本部门或其下级部门',
  'org.depth': '组织架构最多{n}级',
  'org.root': '公司是最上级，不能移动或删除',
  'org.used': '该部门下存在用户/车辆/子部门，无法删除',
  'role.nameTaken': '角色名称已存在',
  'role.used': '角色“{name}”还有{n}名成员（{users}），请先移除成员再删除',
  'role.preset': '角色“{name}”为系统预置，不能修改，可复制后调整',
  'role.lastAdmin': '至少要有一个启用的用户能管理角色权限',
  'user.accountTaken': '账号已存在',
  'user.phoneTaken': '手机号码已被其他账号使用',
  'user.self': '不能对自己执行此操作',
  'user.primary': '不能对主账号执行此操作',
  'user.adminOnly': '只有管理员可以管理管理员账号',
  'auth.end': '结束时间必须晚于开始时间和当前时间',

  'vehicle.plateTaken': '车牌号已存在',
  'vehicle.boundCannotDelete': '车辆{plate}已绑定设备，请先解绑',
  'device.bound': '终端已绑定车辆{plate}',
  'fleet.notEmpty': '车队下存在车辆，无法删除',
  'monitor.noVehicle': '暂无可查看的车辆，请联系管理员授权',
  'map.tilesFailed': '地图底图加载失败，车辆数据不受影响',
} as const;

export type MessageKey = keyof typeof messages;

type Names<S extends string> = S extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never;
/** The values a sentence needs: `{ n: 15 }` for `login.locked`, nothing for most. */
export type MessageValues<K extends MessageKey> = Readonly<Record<Names<(typeof messages)[K]>, string | number>>;
type Args<K extends MessageKey> = [Names<(typeof messages)[K]>] extends [never] ? [] : [values: MessageValues<K>];

/** Puts the values into a sentence; a name without a value stays as it is, so a mistake is seen and never hides a sentence. */
export const fillSentence = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{([A-Za-z]+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );

/** The sentence of a key: `messageText('login.locked', { n: 15 })`. */
export const message = <K extends MessageKey>(key: K, ...[values]: Args<K>): string =>
  fillSentence(messages[key], values);

/** Situations without a fixed sentence, and what the client does in them: show the server's sentence, act without a word, or do nothing. */
export const unspoken = {
  'trial.fail': 'server',
  'upPwd.fail': 'server',
  'companyLogout.fail': 'server',
  'http.401': 'refresh',
  'http.404': 'ignore',
  'refresh.500': 'login',
} as const;
