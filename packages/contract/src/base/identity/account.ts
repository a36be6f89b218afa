import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum, type EnumCode } from '../../core/enum';
import { patterns } from '../../core/field/patterns';
import { dateTime } from '../../core/page';

/** Wrong originals within `windowMin` that end the session (shell.md G4). */
export const wrongOriginals = { limit: 5, windowMin: 15 } as const;

export const changePassword = endpoint({
  path: '/api/base/user/upPwd',
  access: 'session',
  title: '修改密码（原密码与新密码均为客户端散列）；成功后所有会话失效',
  input: z.object({ oldPwd: patterns.passwordHash.schema, newPwd: patterns.passwordHash.schema }),
});

/** Minutes for which a password login, or the password entered once more, counts as proof of identity for giving administrator rights. */
export const proofMinutes = 15;
export const proveSelf = endpoint({
  path: '/api/base/user/prove',
  access: 'session',
  title: '验证本人密码（客户端散列），之后15分钟内可以授予管理权限',
  input: z.object({ password: patterns.passwordHash.schema }),
});

/** One login of the user that is still alive. */
export const loginDevice = z.object({
  id: z.uuid(),
  /** web, h5, tv */
  kind: z.string(),
  ip: z.string(),
  /** browser and system, in words */
  device: z.string(),
  createdTime: dateTime,
  lastTime: dateTime,
  expireTime: dateTime,
  current: z.boolean(),
});
export type LoginDevice = z.infer<typeof loginDevice>;

export const loginDevices = endpoint({
  path: '/api/base/user/loginDevices',
  access: 'session',
  title: '登录设备：当前用户仍有效的会话',
  output: z.array(loginDevice),
});

export const endLoginDevice = endpoint({
  path: '/api/base/user/endLoginDevice',
  access: 'session',
  title: '下线一台登录设备',
  input: z.object({ id: z.uuid('参数错误') }),
});

/** 下线其他设备: every login of the user but this one. */
export const endOtherDevices = endpoint({
  path: '/api/base/user/endOtherDevices',
  access: 'session',
  title: '下线其他登录设备',
  output: z.object({ count: z.number().int() }),
});

export const loginRecord = z.object({
  id: z.string(),
  /** login_ok, login_fail, logout … */
  event: z.string(),
  eventName: z.string(),
  ip: z.string(),
  device: z.string(),
  time: dateTime,
});

export const loginRecords = endpoint({
  path: '/api/base/user/loginRecords',
  access: 'session',
  title: '登录记录：当前用户最近50条',
  output: z.array(loginRecord),
});

/** What may happen to an account; the codes stand in login_log. */
export const loginEvent = defineEnum('loginEvent', {
  loginOk: ['login_ok', '登录'],
  loginFail: ['login_fail', '登录失败'],
  refreshReuse: ['refresh_reuse', '令牌被重复使用，会话已结束'],
  kicked: ['kicked', '在别处登录，被下线'],
  ended: ['ended', '被下线'],
  logout: ['logout', '退出登录'],
  companyLogout: ['company_logout', '退出企业'],
  visitStart: ['visit_start', '服务商访问企业'],
  visitEnd: ['visit_end', '服务商离开企业'],
  actStart: ['act_start', '超级管理员代管开始'],
  actEnd: ['act_end', '超级管理员代管结束'],
  pwdChange: ['pwd_change', '修改密码'],
  pwdReset: ['pwd_reset', '重置密码'],
  tvLogin: ['tv_login', '大屏登录'],
  qrLogin: ['qr_login', '扫码登录'],
  smsLogin: ['sms_login', '短信登录'],
  warehouseRefused: ['warehouse_refused', '切换仓库被忽略'],
  codeCopy: ['code_copy', '复制识别码'],
  companyJoin: ['company_join', '关联企业'],
  companyLeave: ['company_leave', '退出关联企业'],
  phoneChange: ['phone_change', '更换手机号'],
  emailChange: ['email_change', '修改邮箱'],
  wxBind: ['wx_bind', '绑定微信'],
  wxUnbind: ['wx_unbind', '解绑微信'],
  factorOn: ['factor_on', '开启二次验证'],
  factorChange: ['factor_change', '更换二次验证'],
  factorOff: ['factor_off', '关闭二次验证'],
  factorReset: ['factor_reset', '二次验证被管理员重置'],
  factorFail: ['factor_fail', '二次验证失败'],
  factorRecovery: ['factor_recovery', '使用恢复码'],
  factorCodes: ['factor_codes', '重新生成恢复码'],
});
export type LoginEvent = EnumCode<typeof loginEvent>;
