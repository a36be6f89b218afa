import { z } from 'zod';
import { birthOf, creditCodeFits } from '../../core/field/identity-numbers';
import { optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { keysOf } from '../../core/keys';
import { ticketType } from './enums';

/** Fields that a special VAT invoice needs in addition to title and tax number, with their names. */
const ofSpecial: Partial<Record<TicketField, string>> = {
  bank: '开户行',
  bankAccount: '账号',
  address: '地址',
  phone: '电话',
};

const fields = z.object({
  type: z.literal(ticketType.codes, '请选择发票类型'),
  title: z.string('请输入发票抬头').trim().min(2, '请输入发票抬头').max(100, '最多100个字符'),
  taxNo: z
    .string('请输入税号')
    .trim()
    .min(1, '请输入税号')
    .regex(/^[0-9A-Z]{15,20}$/u, '税号应为15~20位数字或大写字母')
    // of 18 signs are the code of a company, and the card of somebody who trades for himself
    .refine((no) => no.length !== 18 || creditCodeFits(no) || birthOf(no) !== null, '税号的校验位不正确，请核对'),
  bank: optionalText(100),
  bankAccount: optionalText(50),
  address: optionalText(200),
  phone: optionalText(30),
  email: z.string('请输入接收邮箱').trim().min(1, '请输入接收邮箱').regex(patterns.email.regex, patterns.email.message),
});
export type TicketField = keyof typeof fields.shape;

/** The mistake in one field of a ticket, given the other fields, or null. */
export function ticketFault(field: TicketField, ticket: Partial<Record<TicketField, unknown>>): string | null {
  const parsed = fields.shape[field].safeParse(ticket[field]);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? '请检查';
  const asked = ticket.type === ticketType.special && field in ofSpecial && parsed.data === null;
  return asked ? `专用发票请输入${ofSpecial[field]}` : null;
}

/** Invoice title (发票抬头) as a buyer enters it. */
export const ticketInfo = fields.superRefine((ticket, found) => {
  for (const field of keysOf(ofSpecial)) {
    const message = ticketFault(field, ticket);
    if (message !== null) found.addIssue({ code: 'custom', path: [field], message });
  }
});

/** as it was stored: already checked and trimmed */
export const storedTicket = z.object({
  type: z.literal(ticketType.codes),
  title: z.string(),
  taxNo: z.string(),
  bank: z.string().nullable(),
  bankAccount: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string(),
});
export type TicketInfo = z.output<typeof storedTicket>;
