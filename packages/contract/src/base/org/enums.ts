import { defineEnum } from '../../core/enum';

/** Whether something outside (a WeChat account) is tied to an account. */
export const boundState = defineEnum('boundState', { no: [0, '未绑定'], yes: [1, '已绑定'] });

export const accountStatus = defineEnum('accountStatus', { disabled: [0, '停用'], enabled: [1, '启用'] });

export const userOrgType = defineEnum('userOrgType', { normal: [0, '普通'], admin: [1, '管理员'] });

/** Kind of a department. */
export const orgType = defineEnum('orgType', {
  company: [1, '公司'],
  branch: [2, '分公司'],
  department: [3, '部门'],
  fleet: [4, '车队'],
  site: [5, '站点'],
});

/** Departments whose resources a user sees; what was granted to him comes in addition. */
export const dataScope = defineEnum('dataScope', {
  below: [1, '本部门及下级'],
  own: [2, '本部门'],
  self: [3, '仅本人'],
  custom: [4, '自定义部门'],
});

/** Whom a resource is given to. */
export const granteeType = defineEnum('granteeType', { org: [1, '部门授权'], user: [2, '用户授权'] });

/** State of a grant: worked out of its period and its end. */
export const authStatus = defineEnum('authStatus', {
  active: [1, '生效'],
  expired: [2, '已过期'],
  revoked: [3, '已撤销'],
});

export const accountType = defineEnum('accountType', { normal: [0, '普通账号'], admin: [1, '管理员账号'] });

export const isPrimaryUser = defineEnum('isPrimaryUser', { primary: [1, '主账号'], sub: [0, '子账号'] });

/** Whether a user is an organisation manager, who sees the identification code of the company. */
export const isOrgManager = defineEnum('isOrgManager', { yes: [1, '机构管理员'] });

export const sex = defineEnum('sex', { male: [1, '男'], female: [2, '女'] });

/** Classes of driving licences. */
export const licenceClass = defineEnum('licenceClass', {
  a1: ['A1', 'A1'],
  a2: ['A2', 'A2'],
  a3: ['A3', 'A3'],
  b1: ['B1', 'B1'],
  b2: ['B2', 'B2'],
  c1: ['C1', 'C1'],
  c2: ['C2', 'C2'],
  c3: ['C3', 'C3'],
  c4: ['C4', 'C4'],
});

export const emergencyContact = defineEnum('emergencyContact', {
  friend: [1, '朋友'],
  colleague: [2, '同事'],
  spouse: [3, '配偶'],
  relative: [4, '亲属'],
});

/** -1 means that provider staff visit the company. */
export const loginType = defineEnum('loginType', {
  visiting: [-1, '服务商人员访问企业'],
  member: [0, '账号密码登录'],
  staff: [1, '服务商人员'],
});

/** 1: the data of the super manager is stored; any other value: it is removed. */
export const superManagerFlag = defineEnum('superManagerFlag', { yes: [1, '超级管理员'], no: [0, '否'] });

/** Sent with the logout call to leave the visited company only. */
export const outLogin = defineEnum('outLogin', { company: [1, '退出当前公司'] });

export const grantType = defineEnum('grantType', {
  refresh: ['refresh_token', '刷新令牌'],
  password: ['password', '密码登录'],
  sms: ['sms_code', '短信登录'],
  wechat: ['wechat_qr', '微信扫码'],
  tv: ['tv_code', '大屏配对'],
  factor: ['second_factor', '二次验证'],
});

/** What is wrong in the password dialog; submitting is blocked while one is set. */
export const passwordFlag = defineEnum('passwordFlag', {
  originalWrong: ['original-wrong', '原密码错误'],
  formatError: ['format-error', '格式错误'],
  mismatch: ['mismatch', '两次不一致'],
});

export const passwordStrength = defineEnum('passwordStrength', {
  weak: ['weak', '弱'],
  medium: ['medium', '中'],
  strong: ['strong', '强'],
});

/** What a kind of sign adds to the strength of a password. */
export const strengthPoints = { scoreDigit: 1, scoreLetter: 2, scoreSymbol: 2 } as const;

/** Strength of a password by its kinds of signs: up to 2 points is weak, up to 4 medium, 5 strong. */
export function strengthOf(password: string): (typeof passwordStrength.codes)[number] {
  const points =
    (/\d/u.test(password) ? strengthPoints.scoreDigit : 0) +
    (/[A-Za-z]/u.test(password) ? strengthPoints.scoreLetter : 0) +
    (/[^A-Za-z\d]/u.test(password) ? strengthPoints.scoreSymbol : 0);
  if (points >= 5) return passwordStrength.strong;
  return points >= 3 ? passwordStrength.medium : passwordStrength.weak;
}
