import { codes } from './endpoint';

/** Codes of every answer, for the API document and for those who program against it. */
export const errorWords: ReadonlyArray<{ code: string; text: string }> = [
  { code: String(codes.ok), text: '成功（登录信息为 1）' },
  { code: String(codes.invalid), text: '校验失败，data.errors 逐项说明字段和原因' },
  { code: String(codes.forbidden), text: '账号无此权限' },
  { code: String(codes.notFound), text: '对象不存在或无权查看' },
  { code: String(codes.conflict), text: '数据已被他人修改，重新查询后再提交' },
  { code: String(codes.illegalTransition), text: '对象当前状态不允许此操作' },
  { code: String(codes.blockedByRule), text: '规则阻止，data.checks 说明原因' },
  { code: String(codes.tooMany), text: '过于频繁，稍后重试' },
  { code: String(codes.unexpected), text: '服务器错误，data.traceId 供查询' },
  { code: 'HTTP 401', text: '令牌已过期，换取新令牌后重试' },
  { code: 'HTTP 403', text: '账号在别处登录，需重新登录' },
];
