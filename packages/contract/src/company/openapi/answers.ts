import { codes } from '../../core/endpoint';
import { message } from '../../core/messages';
import { clockWindowS } from './signature';

interface Case {
  /** the sentence that the program is answered; `{name}` (in documents `…`) stands for what only the call knows */
  msg: string;
  /** what its makers do about it */
  todo: string;
}
interface Refusal extends Case {
  http: 200 | 401 | 429;
  code: number;
}

const unsigned = (msg: string, todo: string) =>
  ({ http: 401, code: codes.unauthorized, msg, todo }) as const satisfies Refusal;
const forbidden = (msg: string, todo: string) =>
  ({ http: 200, code: codes.forbidden, msg, todo }) as const satisfies Refusal;
const later = (msg: string, todo: string) => ({ http: 429, code: codes.tooMany, msg, todo }) as const satisfies Refusal;

/** Why a program is not let in or may not call: the gate answers these, and the document of every interface lists them. */
export const programRefusals = {
  header: unsigned(
    '缺少请求头 {header} 或格式错误',
    '四个请求头都要带：时间为10位秒数，随机串为8~64位字母、数字、-或_，签名为64位小写十六进制',
  ),
  signature: unsigned(
    'AppKey或签名错误',
    '核对AppKey和密钥，签名所用的路径和请求体须与实际发出的逐字节相同；不要原样重试',
  ),
  clock: unsigned(
    `请求时间与服务器相差超过${clockWindowS / 60}分钟，请校准时钟`,
    '校准服务器时钟后，用新的时间和随机串重新签名',
  ),
  nonce: unsigned('随机串已使用过，每次请求都要换新', '每次请求（包括重试）都换新的随机串并重新签名'),
  switchedOff: forbidden('对接应用已停用', '请企业管理员在“对接应用”中启用'),
  over: forbidden('对接应用已过有效期', '请企业管理员延长应用的有效期'),
  address: forbidden('IP地址{ip}不在应用的白名单中', '从白名单中的地址调用，或请企业管理员加入此地址'),
  notOffered: forbidden('此接口不对程序开放', '只能调用接口中心列出的接口，请核对请求方法和地址'),
  withdrawn: forbidden('接口已下线，暂不提供服务', '等待服务商恢复，恢复时平台会发消息'),
  notForCustomers: forbidden(
    '此接口不对客户的应用开放',
    '属于客户的应用只能查询绑定给该客户的车辆的位置、档案、报警和轨迹；其他数据请用本企业的应用',
  ),
  notOpened: forbidden('接口未对此应用开通，请在接口中心申请', '请企业管理员为此应用申请开通，服务商审核后可用'),
  quota: later(
    '调用次数超限：{limit}最多{most}次',
    '按应答头 Retry-After 的秒数等待后重试；经常超限时降低频率，或请服务商提高额度',
  ),
  wrongOften: later('签名错误次数过多，请稍后重试', '按应答头 Retry-After 的秒数等待，先改正签名再调用'),
} as const;
export type ProgramRefusal = keyof typeof programRefusals;

/** A sentence of the table with its values in place. */
export const refusalSentence = (why: ProgramRefusal, values: Readonly<Record<string, string | number>> = {}): string =>
  programRefusals[why].msg.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name] ?? ''));

/** One kind of answer that a program gets. */
export interface ProgramAnswer {
  /** by which staff's words for an interface find it */
  key: string;
  http: 200 | 401 | 404 | 429;
  code: number;
  text: string;
  cases: readonly Case[];
}

const casesOf = (http: number, code: number): Case[] =>
  Object.values(programRefusals)
    .filter((one) => one.http === http && one.code === code)
    .map(({ msg, todo }) => ({ msg: msg.replaceAll(/\{\w+\}/gu, '…'), todo }));

/** Every answer that a program gets, for the documents of interfaces. Those of the gate come from its refusals; a test makes the server give each. */
export const programAnswers: readonly ProgramAnswer[] = [
  { key: '200', http: 200, code: codes.ok, text: '成功，结果在 data 中', cases: [] },
  {
    key: 'HTTP 401',
    http: 401,
    code: codes.unauthorized,
    text: '签名没有通过',
    cases: casesOf(401, codes.unauthorized),
  },
  {
    key: String(codes.forbidden),
    http: 200,
    code: codes.forbidden,
    text: '签名正确，但应用不能这样调用',
    cases: casesOf(200, codes.forbidden),
  },
  {
    key: 'HTTP 429',
    http: 429,
    code: codes.tooMany,
    text: '超过额度，应答头 Retry-After 为需要等待的秒数',
    cases: casesOf(429, codes.tooMany),
  },
  {
    key: String(codes.invalid),
    http: 200,
    code: codes.invalid,
    text: '参数错误，data.errors 逐项说明字段和原因',
    cases: [
      { msg: '第一个错误字段的说明', todo: '按 data.errors 改正参数后重新签名发送' },
      { msg: '请求内容不是有效的JSON', todo: '请求体须为JSON对象，没有参数时为 {}' },
    ],
  },
  {
    key: String(codes.notFound),
    http: 200,
    code: codes.notFound,
    text: '查询的对象不存在，或不在应用的数据范围内',
    cases: [{ msg: '…不存在或无权查看', todo: '核对编号；车辆不在数据范围内时，请企业管理员调整应用的数据范围' }],
  },
  {
    key: 'HTTP 404',
    http: 404,
    code: codes.notFound,
    text: '没有这个地址',
    cases: [{ msg: '接口不存在', todo: '核对请求方法和地址' }],
  },
  {
    key: String(codes.tooMany),
    http: 200,
    code: codes.tooMany,
    text: '查询用时过长，已中止',
    cases: [{ msg: message('query.slow'), todo: '缩小时间范围或增加条件后重试' }],
  },
  {
    key: String(codes.unexpected),
    http: 200,
    code: codes.unexpected,
    text: '服务器错误',
    cases: [
      { msg: '服务器遇到错误，无法完成请求！', todo: '稍后重试；仍不成功时把 data.traceId 告诉服务商' },
      { msg: '数据库暂时不可用，请稍后重试', todo: '稍后重试' },
    ],
  },
];
