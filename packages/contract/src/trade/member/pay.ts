import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { creditCodeFits } from '../../core/field/identity-numbers';
import { dateTime } from '../../core/page';
import { button } from '../../shell/rights';
import { companyAuthStatus, contractStatus, payChannel, simulatedHow } from './enums';
import { returnedShape } from './payment';
import { memberBase, memberRead } from './plan';

/** Online payment, contract and invoice of an order of memberships (member.md 2). */
const orderNo = z.string().min(1, '缺少订单号').max(40);
const ofOrder = z.object({ orderNo });
const pay = button('member', 'pay');

/** The three calls of paying online are the same for every kind of orders: code, result, and test mode. */
const choices = (options: ReadonlyArray<{ code: string; name: string }>) =>
  options.map(({ code, name }) => `${code}（${name}）`).join('、');
export const codeInput = ofOrder.extend({
  channel: z.literal(payChannel.codes, `请选择付款渠道：${choices(payChannel.options)}`),
});
export const offeredCode = z.object({
  qrText: z.string(),
  expireAt: dateTime,
  payFen: z.number(),
  /** no real money: a simulator takes the place of the provider */
  simulated: z.boolean(),
});
/** `waits`: the order may still be paid; `returned`: the last money that did not pay it */
export const payResult = z.object({ paid: z.boolean(), waits: z.boolean(), returned: returnedShape.nullable() });
export const simulatedInput = codeInput.extend({
  how: z.literal(simulatedHow.codes, `请选择模拟的情形：${choices(simulatedHow.options)}`),
});
/** HTTP statuses that our answers to the messages had */
export const simulatedResult = z.object({ answered: z.array(z.number()) });

/** The code to scan. An order keeps its code as long as that is good for two minutes more. */
export const getPaymentQRCode = endpoint({
  path: `${memberBase}/getPaymentQRCode`,
  access: pay,
  title: '会员订单付款二维码',
  input: codeInput,
  output: offeredCode,
});
/** Asks the providers, as a message of theirs may be late or lost. */
export const queryPaymentResults = endpoint({
  path: `${memberBase}/queryPaymentResults`,
  access: memberRead,
  title: '查询会员订单付款结果',
  input: ofOrder,
  output: payResult.extend({ memberStatus: z.number() }),
});
/** Test mode only: somebody pays the open code. */
export const simulatePayment = endpoint({
  path: `${memberBase}/simulatePayment`,
  access: pay,
  title: '模拟付款（仅测试模式）',
  input: simulatedInput,
  output: simulatedResult.extend({ memberStatus: z.number() }),
});

const told = { access: 'public', raw: true, input: z.unknown(), output: z.unknown(), maxBodyKb: 64 } as const;
/** What the providers tell; signed by them, answered in their own way. */
export const wechatNotify = endpoint({ ...told, path: '/api/base/open/pay/wechat', title: '微信支付结果通知' });
export const alipayNotify = endpoint({
  ...told,
  body: 'form',
  path: '/api/base/open/pay/alipay',
  title: '支付宝结果通知',
});

/** 企业认证 of a company. */
export const companyAuthShape = z.object({
  authStatus: z.literal(companyAuthStatus.codes),
  companyName: z.string(),
  creditCode: z.string(),
  legalPerson: z.string(),
});
export const queryAuthResult = endpoint({
  path: `${memberBase}/queryAuthResult`,
  access: memberRead,
  title: '企业认证结果',
  output: companyAuthShape,
});

const contract = z.object({
  contractNo: z.string(),
  contractStatus: z.literal(contractStatus.codes),
  /** page of the signature provider; null: it is signed here */
  signUrl: z.string().nullable(),
  title: z.string(),
  partyA: z.string(),
  partyB: z.string(),
  clauses: z.array(z.object({ title: z.string(), text: z.string() })),
  signer: z.string(),
  signTime: dateTime.nullable(),
  /** SHA-256 of the signed file */
  evidence: z.string(),
});
export type MemberContract = z.output<typeof contract>;
/** Makes the contract of an order, once. Who the company is is asked for before its first one, and may be corrected until staff have checked it. */
export const contractPageRequest = endpoint({
  path: `${memberBase}/contractPageRequest`,
  access: button('member', 'contract'),
  title: '会员订单合同签署页',
  input: ofOrder.extend({
    /** of the company, before its first contract */
    creditCode: z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => creditCodeFits(code), '统一社会信用代码不正确，请核对')
      .optional(),
    legalPerson: z.string().trim().min(2, '请输入法定代表人').max(30, '最多30个字符').optional(),
  }),
  output: contract,
});
export const afterSignContract = endpoint({
  path: `${memberBase}/afterSignContract`,
  access: button('member', 'contract'),
  title: '会员订单合同签署完成',
  input: ofOrder.extend({
    signer: z.string('请输入签署人姓名').trim().min(2, '请输入签署人姓名').max(30, '最多30个字符'),
    agreed: z.literal(true, '请阅读合同并确认'),
  }),
  output: contract,
});
export const memberContractFile = endpoint({
  path: `${memberBase}/contract`,
  access: memberRead,
  title: '下载会员订单合同（PDF）',
  raw: true,
  input: ofOrder,
  output: z.unknown(),
});
export const memberInvoiceFile = endpoint({
  path: `${memberBase}/download`,
  access: memberRead,
  title: '下载会员订单发票',
  raw: true,
  input: ofOrder,
  output: z.unknown(),
});
